import { Provider } from "pulumi-blockchain-nodes";
import type { TestSandbox } from "../sandbox";

/** Ids of what {@link createObjects} creates. */
export interface World {
  readonly project: string;
  /** v2 nodes, in this order: `rpc` and `rpc-2` on ethereum-mainnet, `btc` on bitcoin-regtest in lon1. */
  readonly nodes: readonly string[];
  /** v1 network on polygon-pos-mainnet. */
  readonly network: string;
  /** Its dedicated node, `own`. */
  readonly dedicated: string;
}

interface Answer {
  readonly id: string;
  readonly nodes?: readonly { readonly id: string }[];
}

/** Calls the platform with the sandbox's own key. */
export async function callPlatform(sandbox: TestSandbox, path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(sandbox.baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  }
  return (await answer.json()) as Answer;
}

/** Creates a project with nodes of both versions outside the provider. */
export async function createObjects(sandbox: TestSandbox): Promise<World> {
  const { id: project } = await callPlatform(sandbox, "/v2/projects/", { name: "shop", description: "all of it" });
  const nodes: string[] = [];
  for (const [name, cloud, blockchain] of [
    ["rpc", "CC-0016", "BC-000-000-008"],
    ["rpc-2", "CC-0016", "BC-000-000-008"],
    ["btc", "CC-0020", "BC-000-000-091"],
  ] as const) {
    nodes.push((await callPlatform(sandbox, "/v2/nodes/", { name, project, cloud, blockchain })).id);
  }
  const network = await callPlatform(sandbox, "/v1/networks/", {
    project,
    protocol: "polygon-pos",
    configuration: { network: "polygon-pos-mainnet" },
    nodes: [
      {
        name: "own",
        type: "dedicated",
        role: "peer",
        provider: "aws",
        region: "us-east-1",
        configuration: { archive: true },
      },
    ],
  });
  return { project, nodes, network: network.id, dedicated: network.nodes?.[0]?.id ?? "" };
}

/**
 * Adds two items to the next list response, as an overly permissive filter would: the last item of the real list, once
 * as it is and once with another id and another value of one field.
 *
 * @returns the real item
 */
export async function answerWithOther(
  sandbox: TestSandbox,
  path: string,
  field: string,
  value: unknown,
): Promise<Readonly<Record<string, unknown>> & { readonly id: string }> {
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const answer = (await (await fetch(sandbox.baseUrl + path, { headers })).json()) as {
    readonly results: readonly (Record<string, unknown> & { readonly id: string })[];
  };
  const item = answer.results.at(-1);
  if (item === undefined || !(field in item)) {
    throw new Error(`${path} shows no ${field}.`);
  }
  const results = [item, { ...item, id: `${item.id}-9`, [field]: value }];
  await sandbox.fault(
    { path },
    { type: "status", status: 200, body: { count: 2, next: null, previous: null, results } },
  );
  return item;
}

/** The sandbox's account as an explicit provider, at a rate for tests. */
export function accountOf({ baseUrl, apiKey }: Pick<TestSandbox, "apiKey" | "baseUrl">): Provider {
  return new Provider("acct", { baseUrl, apiKey, requestsPerSecond: 500 });
}

/** The error that a promise rejects with, undefined when it resolves. */
export function failureOf(promise: Promise<unknown>): Promise<Error | undefined> {
  return promise.then(
    () => undefined,
    (error: Error) => error,
  );
}
