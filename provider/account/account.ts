import { AuthError } from "../errors/errors.js";
import { RateLimiter } from "../http/limiter.js";
import type { SendGuard } from "../http/send-guard.js";
import { PlatformClient } from "../platform/client.js";
import { ListReader } from "../platform/lists/list-reader.js";
import { defaultWindowMs, type ListSource } from "../platform/lists/read-options.js";
import type { DeploymentOption, Network, NodeV1, NodeV2, Organization, Project } from "../platform/schemas.js";
import type { Settings } from "./settings.js";

/** Where the nodes of a v1 network run. */
export type NetworkFacts = Pick<Network, "protocol" | "network" | "project">;

/** Options of an account besides its settings. */
export interface AccountOptions {
  /** Blocks writes once the engine has died. */
  readonly writeGuard?: SendGuard | undefined;
  /** Reads that begin within this time share calls, in milliseconds. @default 15 */
  readonly batchWindowMs?: number | undefined;
}

/**
 * One key on one platform, with everything that the resources of a process share: the limiter, the client, cached facts
 * about the organization and the catalogue, and the batched reads.
 */
export class Account {
  readonly client: PlatformClient;
  readonly signal: AbortSignal;
  readonly projects: ListReader<Project>;
  readonly networks: ListReader<Network>;
  readonly nodesV1: ListReader<NodeV1>;
  readonly nodesV2: ListReader<NodeV2>;
  /** The same readers by the operation that lists their objects. */
  readonly readers: {
    readonly listProjects: ListReader<Project>;
    readonly listNetworks: ListReader<Network>;
    readonly listNodesV1: ListReader<NodeV1>;
    readonly listNodesV2: ListReader<NodeV2>;
  };
  /** Whether objects are created under a claim. */
  readonly isCrashSafe: boolean;
  /** How long to search the lists for an object whose create response was lost, in milliseconds. */
  readonly listLagMs: number;
  readonly #settings: Settings;
  readonly #options = remember(() => this.client.call("listDeploymentOptions", {}, this.signal));
  readonly #networkFacts = new Map<string, () => Promise<NetworkFacts>>();

  constructor(
    settings: Settings,
    signal: AbortSignal,
    { writeGuard, batchWindowMs = defaultWindowMs }: AccountOptions = {},
  ) {
    const client = new PlatformClient({
      baseUrl: new URL(settings.baseUrl),
      apiKey: settings.apiKey.reveal(),
      limiter: new RateLimiter(settings.requestsPerSecond),
      writeGuard,
      onWrite: () => {
        for (const reader of Object.values(this.readers)) {
          reader.invalidate();
        }
      },
    });
    this.#settings = settings;
    this.client = client;
    this.signal = signal;
    this.isCrashSafe = settings.isCrashSafe;
    this.listLagMs = settings.listLagMs;
    const readerOf = <Item extends { readonly id: string }>(
      one: ListSource<Item>["one"],
      pages: ListSource<Item>["pages"],
    ) => new ListReader({ one, pages }, { windowMs: batchWindowMs });
    this.projects = readerOf(
      (id) => client.call("getProject", { id }, signal),
      () => client.pages("listProjects", {}, signal),
    );
    this.networks = readerOf(
      (id) => client.call("getNetwork", { id }, signal),
      () => client.pages("listNetworks", {}, signal),
    );
    this.nodesV1 = readerOf(
      (id) => client.call("getNodeV1", { id }, signal),
      () => client.pages("listNodesV1", {}, signal),
    );
    this.nodesV2 = readerOf(
      (id) => client.call("getNodeV2", { id }, signal),
      () => client.pages("listNodesV2", {}, signal),
    );
    const { projects, networks, nodesV1, nodesV2 } = this;
    this.readers = { listProjects: projects, listNetworks: networks, listNodesV1: nodesV1, listNodesV2: nodesV2 };
  }

  /**
   * The id of the key's organization, read once.
   *
   * @throws {AuthError} when it differs from the setting `organization`
   */
  readonly organization = remember(async () => (await this.readOrganization()).id);

  /**
   * Reads the key's organization.
   *
   * @param recorded as in {@link guard}
   * @throws {AuthError} as {@link organization} and {@link guard}
   */
  async readOrganization(recorded?: unknown): Promise<Organization> {
    const organization = await this.client.call("getOrganization", {}, this.signal);
    requireOrganization(organization.id, this.#settings.organization);
    requireRecordedOrganization(organization.id, recorded);
    return organization;
  }

  /** Where v2 nodes can be placed, read once. */
  deploymentOptions(): Promise<readonly DeploymentOption[]> {
    return this.#options();
  }

  /**
   * Immutable facts about a v1 network, read once.
   *
   * @throws {NotFoundError} when the network does not exist
   */
  networkFacts(id: string): Promise<NetworkFacts> {
    const known = this.#networkFacts.get(id) ?? remember(() => this.networks.get(id));
    this.#networkFacts.set(id, known);
    return known();
  }

  /**
   * Requires that the key belongs to the organization that an object was created in: an object that another key does
   * not see may still exist, and a change would affect another organization.
   *
   * @param recorded organization in the resource's state; if unknown, nothing is compared
   * @throws {AuthError} with both organizations
   */
  async guard(recorded: unknown): Promise<string> {
    const actual = await this.organization();
    requireRecordedOrganization(actual, recorded);
    return actual;
  }
}

/**
 * Requires that the key's organization matches the setting `organization`, if it is set.
 *
 * @throws {AuthError} with both organizations
 */
export function requireOrganization(actual: string, required: string | undefined): void {
  if (required !== undefined && required !== actual) {
    throw new AuthError(
      `The key belongs to organization ${actual}, but the setting organization requires ${required} (blockchain-nodes:organization, BLOCKCHAIN_NODES_ORGANIZATION, or the argument of a Provider). Nothing was changed: use a key of that organization.`,
    );
  }
}

function requireRecordedOrganization(actual: string, recorded: unknown): void {
  if (typeof recorded === "string" && recorded !== actual) {
    throw new AuthError(
      `The key belongs to organization ${actual}, but this resource to ${recorded}. Nothing was changed: use a key of ${recorded}.`,
    );
  }
}

/** Caches a result for all callers; reads again only after a failure. */
function remember<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= read().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
