import { evmMethods, startRpcStub, steadyChain, TestClock } from "../health/stub-chain.js";
import { useHealthScene } from "./health-scene";
import { runCliInProcess } from "./run-cli";

/** Runs of the command `health` against stub nodes of Ethereum, for the calling suite. */
export function useHealthRuns() {
  const scene = useHealthScene();
  let clock: TestClock;
  beforeEach(() => {
    clock = new TestClock();
  });
  const run = (args: readonly string[], input = "") => runCliInProcess(["health", ...args], {}, { clock, input });
  return {
    ...scene,
    /** A new one for each test. */
    get clock() {
      return clock;
    },
    run,
    /** Probes the nodes of a state, and parses the JSON. */
    health: async (state: string, ...args: readonly string[]) => {
      const { stdout, ...rest } = await run(["--state", "-", "--json", ...args], state);
      return { ...rest, document: JSON.parse(stdout) };
    },
    /** Starts a node with a fresh head. */
    good: (chainId = 1) => scene.started(startRpcStub(evmMethods(steadyChain(clock, chainId, 12)))),
    /** Starts a node whose head is an hour old. */
    stale: () => {
      const chain = steadyChain(clock, 1, 12, 3_600);
      const head = chain.head();
      return scene.started(startRpcStub(evmMethods({ ...chain, head: () => head })));
    },
  };
}

/** The verdict of each node in a JSON report. */
export function verdictsIn({
  nodes,
}: {
  readonly nodes: readonly { readonly name: string; readonly verdict: string }[];
}) {
  return nodes.map(({ name, verdict }) => `${name} ${verdict}`);
}
