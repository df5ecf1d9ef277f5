import type { ProbeOptions, ProbeTarget } from "../../../provider/health/session/options.js";
import type { NodeReport } from "../../../provider/health/verdict.js";
import { beaconPaths, type PretendedBeacon } from "./stub-beacon.js";
import { TestClock } from "./stub-chain.js";
import { type StubPaths, startRestStub, useRestNodes } from "./stub-rest.js";

/** Paths that a probe of every beacon node reads. */
export const probedPaths = {
  spec: "/eth/v1/config/spec",
  genesis: "/eth/v1/beacon/genesis",
  syncing: "/eth/v1/node/syncing",
  finality: "/eth/v1/beacon/states/head/finality_checkpoints",
} as const;

/** Probes of stub nodes that have a beacon endpoint alone. */
export interface BeaconScene {
  /** A new one for each test. */
  readonly clock: TestClock;
  /** Paths of the last node's requests, in order. */
  readonly requests: readonly string[];
  /** Probes a node with this API. */
  probe(paths: StubPaths, more?: Partial<ProbeTarget>, options?: ProbeOptions): Promise<NodeReport>;
  /** Probes a pretended node. */
  probeBeacon(beacon: PretendedBeacon, more?: Partial<ProbeTarget>): Promise<NodeReport>;
  /** The API of a faultless node without these paths. */
  without(...missing: readonly string[]): StubPaths;
}

/** Stub nodes for the calling suite. */
export function useBeaconScene(): BeaconScene {
  const nodes = useRestNodes();
  let clock: TestClock;
  beforeEach(() => {
    clock = new TestClock();
  });
  const probe: BeaconScene["probe"] = (paths, more = {}, options = {}) => {
    const target = (url: string) => ({ endpoints: { beacon: url }, chain: "ethereum-mainnet", ...more });
    return nodes.probe(startRestStub(paths), clock, target, options);
  };
  return {
    get clock() {
      return clock;
    },
    get requests() {
      return nodes.requests;
    },
    probe,
    probeBeacon: (beacon, more) => probe(beaconPaths(clock, beacon), more),
    without: (...missing) =>
      Object.fromEntries(Object.entries(beaconPaths(clock)).filter(([path]) => !missing.includes(path))),
  };
}
