import type { IncomingMessage } from "node:http";
import { respondBeacon } from "../beacon/respond";
import type { SandboxContext } from "../context";
import type { LieFamily } from "../lies/lie";
import type { RealNode } from "../nodes/real-node";
import { RecordedNode } from "../recorded/recorded-node";
import { respondRecorded } from "../recorded/respond";
import type { AuthenticatedRequest } from "./access";
import { type NodeAnswer, textAnswer } from "./answer";
import { callsEmulatedMethod, respondEmulated } from "./emulated-methods";
import { type ForwardTarget, forwardWhole } from "./forward";
import { familyOf } from "./lie-family";
import { resolveUpstream } from "./upstream";

/** Where the response to an authorized request comes from. */
export type Source =
  | { readonly kind: "refusing" | "silent" }
  | { readonly kind: "failed"; readonly answer: NodeAnswer }
  | {
      readonly kind: "node";
      readonly family: LieFamily;
      /** Where the response can be streamed from; undefined when it is made here. */
      readonly stream: ForwardTarget | undefined;
      answer(body: Buffer, signal: AbortSignal): Promise<NodeAnswer>;
    };

/** Resolves the source of a response. `search` is the query with its question mark. */
export async function resolveSource(
  context: SandboxContext,
  { node, service, rest }: AuthenticatedRequest,
  incoming: IncomingMessage,
  body: Buffer,
  search: string,
): Promise<Source> {
  const behind = context.fleet.get(node.id);
  const method = incoming.method ?? "GET";
  const target = `${rest}${search}`;
  if (behind !== undefined && (service === "beacon" || behind instanceof RecordedNode)) {
    const { mode } = behind.condition;
    if (mode === "refusing" || mode === "silent") {
      return { kind: mode };
    }
    if (service === "beacon") {
      const answer = () => respondBeacon(context, behind, method, target);
      return { kind: "node", family: "beacon", stream: undefined, answer };
    }
  }
  if (behind instanceof RecordedNode) {
    const answer = async (text: Buffer) => respondRecorded(behind, { method, target, body: text });
    return { kind: "node", family: familyOf(node.protocol), stream: undefined, answer };
  }
  if (behind === undefined) {
    return { kind: "failed", answer: textAnswer(502, "Bad Gateway") };
  }
  return processSource(context, behind, { node, service, rest }, incoming, body, search);
}

/** A node with a process. */
async function processSource(
  context: SandboxContext,
  real: RealNode,
  { node, rest }: AuthenticatedRequest,
  incoming: IncomingMessage,
  body: Buffer,
  search: string,
): Promise<Source> {
  const path = real.kind.upstreamPath(rest, real.chain);
  if (path === undefined) {
    return { kind: "failed", answer: textAnswer(404, "Not Found") };
  }
  const resolved = await resolveUpstream(real);
  if (resolved.kind === "refusing") {
    return { kind: "refusing" };
  }
  if (resolved.kind === "dead") {
    return { kind: "failed", answer: textAnswer(502, "Bad Gateway") };
  }
  const { authorization } = real;
  const { emulatedMethods } = real.kind;
  const target: ForwardTarget = { port: resolved.port, path: `${path}${search}`, authorization };
  const isEmulated = (text: Buffer): boolean =>
    path === "/" && incoming.method === "POST" && callsEmulatedMethod(emulatedMethods, text);
  return {
    kind: "node",
    family: familyOf(node.protocol),
    stream: isEmulated(body) ? undefined : target,
    answer: async (text, signal) => {
      if (!isEmulated(text)) {
        return forwardWhole(incoming, text, target, signal);
      }
      const { settings } = context;
      const emulated = await respondEmulated({ methods: emulatedMethods ?? {}, target, settings, signal }, text);
      // As anvil does.
      const cors = { "access-control-allow-origin": "*" };
      return emulated === ""
        ? { status: 204, headers: cors, payload: Buffer.alloc(0) }
        : { status: 200, headers: { "content-type": "application/json", ...cors }, payload: Buffer.from(emulated) };
    },
  };
}
