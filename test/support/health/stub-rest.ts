import { expect } from "chai";
import { probeEndpoints } from "../../../provider/health/probe.js";
import type { ProbeOptions, ProbeTarget } from "../../../provider/health/session/session.js";
import type { CheckName, NodeReport } from "../../../provider/health/verdict.js";
import { type SeenRequest, type StubNode, startStub } from "../nodes/nodes.js";
import { check } from "./probe-scene.js";
import { answerRpc, type StubMethods, type TestClock } from "./stub-chain.js";

/** Response of a REST API. */
interface StubReply {
  /** @default 200 */
  readonly status?: number;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responses by path, without the query. Any other path is not found. */
export type StubPaths = Readonly<Record<string, (seen: SeenRequest) => StubReply>>;

/** Starts a node with a REST API, and JSON-RPC at the paths of the calls. */
export function startRestStub(paths: StubPaths, rpc: Readonly<Record<string, StubMethods>> = {}): Promise<StubNode> {
  return startStub((seen, response) => {
    const [path = ""] = seen.url.split("?");
    const methods = rpc[path];
    if (seen.calls.length > 0 && methods !== undefined) {
      answerRpc(methods, seen, response);
      return;
    }
    const reply = paths[path]?.(seen) ?? notFound;
    const { status = 200, body, headers } = reply;
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

const notFound: StubReply = { status: 404, body: { code: 404, message: "NOT_FOUND" } };

/** Reports of a suite's probes of stub nodes, each stopped after its test. */
export interface RestScene {
  /** Starts a node and probes it. */
  probe(start: Promise<StubNode>, clock: TestClock, target: TargetOf, options?: ProbeOptions): Promise<NodeReport>;
  /** Paths or methods of the last node's requests, in order. */
  readonly requests: readonly string[];
}

/** What to probe, by the URL of the node. */
type TargetOf = (url: string) => ProbeTarget;

/** Stub nodes for the calling suite. */
export function useRestNodes(): RestScene {
  const stubs: StubNode[] = [];
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
  });
  return {
    probe: async (start, clock, target, options = {}) => {
      const stub = await start;
      stubs.push(stub);
      return await probeEndpoints(target(stub.url), { clock, ...options });
    },
    get requests() {
      return (stubs.at(-1)?.seen ?? []).flatMap(({ url, calls }) =>
        calls.length === 0 ? [url] : calls.map(({ method }) => method),
      );
    },
  };
}

/** Expects the verdict, cause and reason of one check. */
export function expectCheck(
  report: NodeReport,
  name: CheckName,
  expected: Partial<NonNullable<ReturnType<typeof check>>>,
): void {
  expect(check(report, name), name).to.include(expected);
}
