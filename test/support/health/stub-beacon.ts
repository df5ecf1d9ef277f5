import type { TestClock } from "./stub-chain.js";
import type { StubPaths } from "./stub-rest.js";

/** Root of the genesis validators of Ethereum's beacon chain. */
export const mainnetRoot = "0x4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95";
const genesisSeconds = 1_606_824_023;
const root = `0x${"ab".repeat(32)}`;

/** What a pretended beacon node says. Defaults: a faultless node of Ethereum's beacon chain. */
export interface PretendedBeacon {
  /** Slots of the head behind the wall clock. */
  readonly behind?: number;
  readonly distance?: number;
  readonly isSyncing?: boolean;
  /** Further members of the sync state. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly peers?: number;
  /** Epochs of the finalized checkpoint behind the current one. */
  readonly finalizedBehind?: number;
  /** Members of the spec, in addition or instead. */
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly genesisRoot?: string;
  readonly genesisSeconds?: number;
}

/** The slot by the wall clock. */
export function slotNow(clock: Pick<TestClock, "nowMs">, startSeconds = genesisSeconds, slotSeconds = 12): number {
  return Math.floor((clock.nowMs / 1000 - startSeconds) / slotSeconds);
}

/** The beacon API of a pretended node. All numbers are decimal strings. */
export function beaconPaths(clock: Pick<TestClock, "nowMs">, beacon: PretendedBeacon = {}): StubPaths {
  const { behind = 0, distance = 0, isSyncing = false, peers = 50, finalizedBehind = 2 } = beacon;
  const start = beacon.genesisSeconds ?? genesisSeconds;
  const head = () => Math.max(0, slotNow(clock, start) - behind);
  const finalized = () => Math.max(0, Math.floor(slotNow(clock, start) / 32) - finalizedBehind);
  const checkpoint = (epoch: number) => ({ epoch: `${epoch}`, root });
  const data = (body: () => unknown) => () => ({ body: { data: body() } });
  return {
    "/eth/v1/config/spec": data(() => ({
      SECONDS_PER_SLOT: "12",
      SLOTS_PER_EPOCH: "32",
      DEPOSIT_CHAIN_ID: "1",
      BLOB_SCHEDULE: [],
      ...beacon.spec,
    })),
    "/eth/v1/beacon/genesis": data(() => ({
      genesis_time: `${start}`,
      genesis_validators_root: beacon.genesisRoot ?? mainnetRoot,
      genesis_fork_version: "0x00000000",
    })),
    "/eth/v1/node/syncing": data(() => ({
      head_slot: `${head()}`,
      sync_distance: `${distance}`,
      is_syncing: isSyncing,
      is_optimistic: false,
      el_offline: false,
      ...beacon.flags,
    })),
    "/eth/v1/node/health": () => ({ status: 200, body: "" }),
    "/eth/v1/node/peer_count": data(() => ({ connected: `${peers}` })),
    "/eth/v1/beacon/states/head/finality_checkpoints": data(() => ({
      previous_justified: checkpoint(finalized()),
      current_justified: checkpoint(finalized() + 1),
      finalized: checkpoint(finalized()),
    })),
    "/eth/v1/beacon/headers/head": data(() => ({
      root,
      canonical: true,
      header: { message: { slot: `${head()}` }, signature: "0x00" },
    })),
    "/eth/v1/validator/attestation_data": ({ url }) => {
      const slot = new URL(url, "http://x").searchParams.get("slot");
      const [source, target] = [checkpoint(finalized()), checkpoint(finalized() + 1)];
      return { body: { data: { slot, index: "0", beacon_block_root: root, source, target } } };
    },
  };
}
