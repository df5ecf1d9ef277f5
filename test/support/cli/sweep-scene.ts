import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claimName } from "../../../provider/lifecycle/claim/claim-name.js";
import { generateName, type Owner, parseOwner } from "../../../provider/lifecycle/owner.js";
import type { PlatformClient } from "../../../provider/platform/client.js";
import { useFastRetries } from "../lifecycle/fast-retries";
import { clientOf, ethereum, sharedNode } from "../platform/client-on-sandbox";
import { type TestSandbox, useSandbox } from "../sandbox";
import { type CliRun, runCliInProcess } from "./run-cli";

/** A row of the command's JSON. */
export interface SweepRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly project: string | null;
  readonly why: string;
  readonly certainty: string;
  readonly evidence: readonly string[];
  readonly createdAt?: string;
  readonly removed: boolean;
}

/** The part of an exported state entry that a sweep reads. */
export interface Entry {
  readonly urn: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Responses of a test's `pulumi`; it fails where one is missing. */
interface FakeStack {
  readonly resources?: readonly Entry[];
  readonly pending?: readonly Entry[];
  /** Response to `stack ls`. */
  readonly stacks?: readonly string[];
  /** Response to `config`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** URN of a resource of this package in the test stack. */
export function urnOf(type: string, name: string, stack = "dev"): string {
  return `urn:pulumi:${stack}::shop::pulumi-nodejs:dynamic/blockchain-nodes:${type}::${name}`;
}

/** Owner of a resource of the stack. */
export function ownerOf(type: string, name: string, { salt = "", stack = "dev", organization = "acme" } = {}): Owner {
  return parseOwner(`${organization}/${urnOf(type, name, stack)}`, salt);
}

/** A name as the provider generates it for a resource of the stack. */
export function generated(type: string, name: string, index?: number): string {
  return generateName(ownerOf(type, name), index);
}

/** State entry of a resource of this package. */
export function entry(type: string, name: string, properties: Readonly<Record<string, unknown>>, more = {}): Entry {
  const urn = urnOf(type, name);
  const inputs = { ...properties, __owner: `acme/${urn}` };
  return { urn, type: `pulumi-nodejs:dynamic/blockchain-nodes:${type}`, custom: true, inputs, ...more };
}

/** A claim of a resource of the stack. */
export function claimOf(type: string, name: string, more: Parameters<typeof ownerOf>[2] = {}): string {
  return claimName(ownerOf(type, name, more));
}

/** One line for each row, sorted: kind, id, reason and certainty. */
export function facts(rows: readonly SweepRow[]): readonly string[] {
  return rows.map(({ id, kind, why, certainty }) => `${kind} ${id} ${why} ${certainty}`).sort();
}

/** A placement other than that of the scene's v2 nodes. */
export const otherPlace = { blockchain: "BC-000-000-008", cloud: "CC-0020" } as const;

/** An account of its own, with its objects. */
export interface SweepAccount {
  readonly apiKey: string;
  /** Id of the organization. */
  readonly organization: string;
  readonly client: PlatformClient;
  project(name: string): Promise<string>;
  /** A v2 node. */
  node(project: string, name: string, place?: { readonly blockchain: string; readonly cloud: string }): Promise<string>;
  /** A v1 network with a node for each name. */
  network(
    project: string,
    ...names: readonly string[]
  ): Promise<{ readonly id: string; readonly nodes: readonly string[] }>;
  /** A node in a v1 network. */
  nodeIn(network: string, name: string): Promise<string>;
  /** Sorted names of all objects except networks. */
  names(): Promise<readonly string[]>;
  /** Runs the command with this account's key and a `pulumi` that answers for the stack. */
  sweep(stack: FakeStack | undefined, ...args: readonly string[]): Promise<CliRun>;
  /** The same with `--stack dev --json`: its rows. */
  leftovers(stack: FakeStack, ...args: readonly string[]): Promise<readonly SweepRow[]>;
}

/** A sandbox, and accounts on it. */
export interface SweepScene {
  readonly sandbox: TestSandbox;
  account(): Promise<SweepAccount>;
}

/** Starts a sandbox for the calling suite. */
export function useSweepScene(): SweepScene {
  useFastRetries();
  const sandbox = useSandbox();
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  const environmentOf = (apiKey: string, stack: FakeStack | undefined) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "blockchain-nodes-sweep-")));
    folders.push(folder);
    if (stack !== undefined) {
      writePulumi(folder, stack);
    }
    return {
      // Contains only the test's `pulumi`, if any.
      PATH: folder,
      BLOCKCHAIN_NODES_BASE_URL: sandbox.baseUrl,
      BLOCKCHAIN_NODES_API_KEY: apiKey,
      BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "1000",
    };
  };
  return {
    sandbox,
    account: async () => {
      const { organization, apiKey } = await sandbox.admin<{ organization: { id: string }; apiKey: string }>(
        "POST",
        "/organizations",
        { name: "Sweepers" },
      );
      const client = clientOf(sandbox.baseUrl, apiKey);
      const account: SweepAccount = {
        apiKey,
        organization: organization.id,
        client,
        project: async (name) => (await client.call("createProject", { body: { name } })).id,
        node: async (project, name, place = ethereum) =>
          (await client.call("createNodeV2", { body: { name, project, ...place } })).id,
        network: async (project, ...names) => {
          const nodes = names.map((name) => ({ ...sharedNode, name }));
          const configuration = { network: "ethereum-mainnet" };
          const body = { project, protocol: "ethereum", configuration, nodes };
          const made = await client.call("createNetwork", { body });
          return { id: made.id, nodes: made.nodes.map(({ id }) => id) };
        },
        nodeIn: async (network, name) =>
          (await client.call("createNodeV1", { body: { ...sharedNode, name, network } })).id,
        names: async () => {
          const all = await sandbox.admin<Record<"nodes" | "projects", readonly Held[]>>("GET", "/objects");
          const own = [...all.projects, ...all.nodes].filter(({ id }) =>
            id.startsWith(`${organization.id.slice(2)}-`, 2),
          );
          return own.map(({ name }) => name).sort();
        },
        sweep: (stack, ...args) => runCliInProcess(["sweep", ...args], environmentOf(apiKey, stack)),
        leftovers: async (stack, ...args) => {
          const run = await account.sweep(stack, "--stack", "dev", "--json", ...args);
          if (run.exitCode !== 0) {
            throw new Error(run.stderr);
          }
          return JSON.parse(run.stdout);
        },
      };
      return account;
    },
  };
}

interface Held {
  readonly id: string;
  readonly name: string;
}

function writePulumi(folder: string, { resources = [], pending = [], stacks, config }: FakeStack): void {
  const answers = {
    export: {
      version: 3,
      deployment: { resources, pending_operations: pending.map((resource) => ({ resource, type: "creating" })) },
    },
    ls: stacks?.map((name) => ({ name })),
    config,
  };
  for (const [name, answer] of Object.entries(answers)) {
    if (answer !== undefined) {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(answer));
    }
  }
  const command = join(folder, "pulumi");
  const lines = [
    "#!/bin/sh",
    "PATH=/usr/bin:/bin",
    `case "$*" in`,
    `*"stack export --stack=dev") answer=export ;;`,
    `*"stack export --stack=acme/shop/dev") answer=export ;;`,
    `*"stack ls --json --fully-qualify-stack-names") answer=ls ;;`,
    `*"config --json --stack="*) answer=config ;;`,
    "esac",
    `cat "${folder}/$answer.json" 2>/dev/null && exit 0`,
    `echo "warning: a newer version is available" >&2`,
    `echo "error: no stack named 'nope' found" >&2`,
    "exit 255",
  ];
  writeFileSync(command, `${lines.join("\n")}\n`);
  chmodSync(command, 0o755);
}
