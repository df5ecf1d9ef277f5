import { AuthError } from "../errors/errors.js";
import { RateLimiter } from "../http/limiter.js";
import type { SendGuard } from "../http/send-guard.js";
import { PlatformClient } from "../platform/client.js";
import { BatchReader, type BatchSource, defaultWindowMs } from "../platform/lists/batch-reader.js";
import type { DeploymentOption, Network, NodeV1, NodeV2, Organization, Project } from "../platform/schemas.js";
import type { Settings } from "./settings.js";

/** Where the nodes of a v1 network belong. */
export type NetworkFacts = Pick<Network, "protocol" | "network" | "project">;

/** How an account works, beyond its settings. */
export interface AccountOptions {
  /** Holds writes back, where nobody may be there to hear of them. */
  readonly writeGuard?: SendGuard | undefined;
  /** Reads that begin within this time share calls. @default 15 */
  readonly batchWindowMs?: number | undefined;
}

/**
 * One key on one platform, with everything that the resources of a process share: the limiter, the connection, what
 * has been learnt about the organization and the catalogue, and the batched reads.
 */
export class Account {
  readonly client: PlatformClient;
  readonly signal: AbortSignal;
  readonly projects: BatchReader<Project>;
  readonly networks: BatchReader<Network>;
  readonly nodesV1: BatchReader<NodeV1>;
  readonly nodesV2: BatchReader<NodeV2>;
  /** Whether objects are created under a claim. */
  readonly isCrashSafe: boolean;
  /** How long a lost create is looked for, in milliseconds. */
  readonly listLagMs: number;
  /** Reads that begin within this time share calls. */
  readonly batchWindowMs: number;
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
    });
    this.#settings = settings;
    this.client = client;
    this.signal = signal;
    this.isCrashSafe = settings.isCrashSafe;
    this.listLagMs = settings.listLagMs;
    this.batchWindowMs = batchWindowMs;
    const inBatches = <Item extends { readonly id: string }>(
      one: BatchSource<Item>["one"],
      pages: BatchSource<Item>["pages"],
    ) => new BatchReader({ one, pages }, batchWindowMs);
    this.projects = inBatches(
      (id) => client.call("getProject", { id }, signal),
      () => client.pages("listProjects", {}, signal),
    );
    this.networks = inBatches(
      (id) => client.call("getNetwork", { id }, signal),
      () => client.pages("listNetworks", {}, signal),
    );
    this.nodesV1 = inBatches(
      (id) => client.call("getNodeV1", { id }, signal),
      () => client.pages("listNodesV1", {}, signal),
    );
    this.nodesV2 = inBatches(
      (id) => client.call("getNodeV2", { id }, signal),
      () => client.pages("listNodesV2", {}, signal),
    );
  }

  /**
   * The id of the key's organization, asked for once.
   *
   * @throws {AuthError} when it is not the one that the setting `organization` demands
   */
  readonly organization = remember(async () => (await this.readOrganization()).id);

  /**
   * The key's organization as it is at present.
   *
   * @param recorded as in {@link guard}
   * @throws {AuthError} as {@link organization} and {@link guard}
   */
  async readOrganization(recorded?: unknown): Promise<Organization> {
    const organization = await this.client.call("getOrganization", {}, this.signal);
    refuseOther(organization.id, this.#settings.organization);
    refuseForeign(organization.id, recorded);
    return organization;
  }

  /** Where nodes of v2 can be placed at present, asked for once. */
  deploymentOptions(): Promise<readonly DeploymentOption[]> {
    return this.#options();
  }

  /**
   * What never changes about a v1 network, asked for once.
   *
   * @throws {NotFoundError} when the network does not exist
   */
  networkFacts(id: string): Promise<NetworkFacts> {
    const known = this.#networkFacts.get(id) ?? remember(() => this.networks.get(id));
    this.#networkFacts.set(id, known);
    return known();
  }

  /**
   * Refuses to go on when the key's organization is not the one an object was made in: what such a key does not see
   * may well exist, and what it changes is somebody else's.
   *
   * @param recorded organization in the resource's state; nothing is compared when it is not known
   * @throws {AuthError} naming both organizations
   */
  async guard(recorded: unknown): Promise<string> {
    const actual = await this.organization();
    refuseForeign(actual, recorded);
    return actual;
  }
}

/**
 * Refuses a key of another organization than the one that the setting `organization` demands, if it does.
 *
 * @throws {AuthError} naming both organizations
 */
export function refuseOther(actual: string, demanded: string | undefined): void {
  if (demanded !== undefined && demanded !== actual) {
    throw new AuthError(
      `The key belongs to the organization ${actual}, but the setting organization asks for ${demanded} (blockchain-nodes:organization, BLOCKCHAIN_NODES_ORGANIZATION, or the argument of a Provider). Nothing was touched: use a key of that organization.`,
    );
  }
}

function refuseForeign(actual: string, recorded: unknown): void {
  if (typeof recorded === "string" && recorded !== actual) {
    throw new AuthError(
      `The key belongs to the organization ${actual}, this resource to ${recorded}. Nothing was touched: use a key of ${recorded}.`,
    );
  }
}

/** Asks once, shares the answer with all, and asks again only after a failure. */
function remember<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}
