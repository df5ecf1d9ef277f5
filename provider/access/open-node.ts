import { CancelledError } from "../errors/errors.js";
import { z } from "../vendor/zod.js";
import { Caller } from "./caller.js";
import { checkedEndpoints } from "./checked-endpoints.js";
import type { NodeEndpoints } from "./endpoints.js";
import { methodMembers, methodRow } from "./methods/method-table.js";
import type { GrpcAccess, NodeClient } from "./node-client.js";
import { checkOptions, durationOption, signalOption } from "./options.js";
import { beaconReads } from "./rest/beacon-methods.js";
import { chainReads } from "./rest/chain-reads.js";
import { restClient } from "./rest/client.js";
import type { RpcParams } from "./rpc/call.js";
import { type JsonRpcClient, jsonRpcClient } from "./rpc/json-rpc.js";
import { type CallOptions, type ClientSettings, type ConnectOptions, clientSettings } from "./settings.js";
import { openSubscription } from "./subscription/live-subscription.js";
import { withSuffix } from "./suffix.js";
import { endpointTarget, type Interface } from "./target.js";
import { waitForReceipt } from "./wait-for-receipt.js";

const atLeastOne = z.int("must be a whole number").min(1, "must be at least 1");

const optionsSchema = z.strictObject({
  timeoutMs: durationOption(1).optional(),
  maxBodyBytes: z.number().positive("must be above 0").optional(),
  maxConcurrent: atLeastOne.max(64, "must be at most 64").optional(),
  attempts: atLeastOne.optional(),
  chain: z.string().optional(),
  version: z.enum(["1.0", "2.0"]).optional(),
  signal: signalOption.optional(),
});

/** The implementation of `connectNode`, loaded on demand. */
export function openNode(given: NodeEndpoints, options: ConnectOptions): NodeClient {
  checkOptions("connectNode", optionsSchema, options);
  const endpoints = checkedEndpoints(given);
  const settings = clientSettings(options);
  const caller = new Caller(clientsOf(endpoints, options, settings), settings);

  const main = interfacePrecedence.find((which) => isGiven(endpoints, which));
  const members = methodMembers((method, params, own) => caller.call(method, params, own));
  const client: NodeClient = {
    host: endpointTarget(endpoints, main).host,
    beacon: restClient(beaconReads, "beacon", endpoints, settings),
    rest: restClient(chainReads, "https", endpoints, settings),
    grpc: grpcAccess(endpoints),
    call: (method: string, params: RpcParams = [], own?: CallOptions) => caller.call(method, params, own) as never,
    request: (method, params = [], own) => caller.request(method, params, own),
    batch: (calls, own) => caller.batch(calls, own),
    ...members,
    waitForReceipt: (hash, own = {}) =>
      waitForReceipt(hash, own, settings, (poll) => members.getTransactionReceipt(hash, poll)),
    attestationData: (duty, own) => client.beacon.produceAttestationData(duty, own),
    subscribe: async (kind, params, own = {}) =>
      openSubscription(endpointTarget(endpoints, "wss"), kind, params ?? ([] as never), own, settings),
    close: async () => settings.close(new CancelledError(`The client of ${client.host} was closed.`)),
  };

  return client;
}

// In order of precedence for the client's name.
const interfacePrecedence = ["https", "wss", "beacon"] as const;

function isGiven(endpoints: NodeEndpoints, which: Interface): boolean {
  return (endpoints[which] ?? "") !== "";
}

/** The HTTP endpoint, optionally with a suffix. */
function withEndpointSuffix(endpoints: NodeEndpoints, suffix: string): NodeEndpoints {
  const { https = "" } = endpoints;
  return https === "" ? endpoints : { ...endpoints, https: withSuffix(new URL(https), [suffix]).href };
}

/** The client of each method. Clients are created on demand: a node may have no HTTP endpoint. */
function clientsOf(
  endpoints: NodeEndpoints,
  { chain = "" }: ConnectOptions,
  { maxConcurrent, clock }: ClientSettings,
): (method: string) => JsonRpcClient {
  const clients = new Map<string, JsonRpcClient>();
  const [, protocol = ""] = /^([^-]+)-/.exec(chain) ?? [];
  if (isGiven(endpoints, "https")) {
    endpointTarget(endpoints);
  }
  return (method) => {
    const suffix = methodRow(method)?.suffixes?.[protocol] ?? "";
    const known = clients.get(suffix);
    if (known !== undefined) {
      return known;
    }
    const at = suffix === "" ? endpoints : withEndpointSuffix(endpoints, suffix);
    const created = jsonRpcClient(at, { maxConcurrent, clock });
    clients.set(suffix, created);
    return created;
  };
}

/** The metadata are not enumerable, so that `inspect` and JSON omit the token. */
function grpcAccess({ grpc: address, grpcToken: token }: NodeEndpoints): GrpcAccess | undefined {
  return address === undefined || token === undefined
    ? undefined
    : (Object.defineProperty({ address }, "metadata", { get: () => ({ "x-token": token }) }) as GrpcAccess);
}
