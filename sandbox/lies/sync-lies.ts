import { isObject } from "../base/json";
import type { RpcCall } from "../nodes/kind";
import { failure, withValue } from "./change";
import type { Lie, LieFamily, Lies } from "./lie";

/** Where a family says whether it is in sync. */
interface SyncFlag {
  readonly family: LieFamily;
  /** Method, or pattern of the path of a read. */
  readonly at: RegExp | string;
  /** Path of the flag; the whole result without one. */
  readonly field?: string;
  readonly inSync: unknown;
  /** Value of a node that is catching up; `{ error }` where it is an error. */
  readonly syncing: unknown;
  /** The result that the field belongs to, where a node that is catching up responds with an error. */
  readonly base?: (ask: RpcCall) => Promise<unknown>;
}

const evmProgress = { startingBlock: "0x0", currentBlock: "0x64", highestBlock: "0x1312d00" };
const starknetProgress = {
  ...{ starting_block_hash: "0x1", starting_block_num: 0, current_block_hash: "0x2", current_block_num: 100 },
  ...{ highest_block_hash: "0x3", highest_block_num: 3_000_000 },
};

const flags: readonly SyncFlag[] = [
  { family: "evm", at: "eth_syncing", inSync: false, syncing: evmProgress },
  { family: "tron", at: "eth_syncing", inSync: false, syncing: evmProgress },
  { family: "filecoin", at: "eth_syncing", inSync: false, syncing: evmProgress },
  { family: "utxo", at: "getblockchaininfo", field: "initialblockdownload", inSync: false, syncing: true },
  {
    ...{ family: "solana", at: "getHealth", inSync: "ok" },
    syncing: failure(-32005, "Node is behind by 42 slots", { numSlotsBehind: 42 }),
  },
  { family: "near", at: "status", field: "sync_info.syncing", inSync: false, syncing: true },
  { family: "near", at: /^\/status\/?$/, field: "sync_info.syncing", inSync: false, syncing: true },
  { family: "starknet", at: "starknet_syncing", inSync: false, syncing: starknetProgress },
  { family: "cosmos", at: "status", field: "sync_info.catching_up", inSync: false, syncing: true },
  { family: "cosmos", at: /^\/status\/?$/, field: "result.sync_info.catching_up", inSync: false, syncing: true },
  { family: "polkadot", at: "system_health", field: "isSyncing", inSync: false, syncing: true },
  { family: "xrpl", at: "server_state", field: "state.server_state", inSync: "full", syncing: "syncing" },
  { family: "xrpl", at: "server_info", field: "info.server_state", inSync: "full", syncing: "syncing" },
  {
    ...{ family: "stellar", at: "getHealth", field: "status", inSync: "healthy", syncing: "unhealthy" },
    base: async (ask) => {
      const latest = await ask("getLatestLedger", []);
      const { sequence, closeTime } = ("result" in latest ? latest.result : {}) as Readonly<Record<string, unknown>>;
      const ledgerRetentionWindow = 120_960;
      const oldestLedger = Number(sequence) - ledgerRetentionWindow + 1;
      const ends = { latestLedger: sequence, latestLedgerCloseTime: closeTime, oldestLedger };
      return { status: "healthy", ...ends, ledgerRetentionWindow };
    },
  },
  { family: "tezos", at: /\/is_bootstrapped$/, field: "bootstrapped", inSync: true, syncing: false },
  { family: "algorand", at: /^\/v2\/status$/, field: "catchup-time", inSync: 0, syncing: 42_000_000_000 },
  { family: "beacon", at: /\/node\/syncing$/, field: "data.is_syncing", inSync: false, syncing: true },
];

const families = [...new Set(flags.map(({ family }) => family))];

/** Sync flags that contradict the head. */
export const syncLies: Lies = {
  "syncing-false": lie(
    "the sync flag says in sync, whatever the head: eth_syncing false, catching_up false, …",
    ({ inSync }) => inSync,
  ),
  "syncing-true": lie(
    "the sync flag says catching up, whatever the head: eth_syncing an object, is_syncing true, …",
    ({ syncing }) => syncing,
  ),
};

function lie(summary: string, told: (flag: SyncFlag) => unknown): Lie {
  return {
    summary,
    families,
    call: async (outcome, call) => {
      const flag = flags.find(({ family, at }) => family === call.family && at === call.method);
      if (flag === undefined) {
        return undefined;
      }
      const value = told(flag);
      if (isError(value)) {
        return value;
      }
      const body = "result" in outcome ? outcome.result : await flag.base?.(call.ask);
      const result = flag.field === undefined ? value : withValue(body, flag.field, value);
      return result === undefined ? undefined : { result };
    },
    read: (body, { family, path }) => {
      const flag = flags.find(({ family: of, at }) => of === family && at instanceof RegExp && at.test(path));
      return flag?.field === undefined ? undefined : withValue(body, flag.field, told(flag));
    },
  };
}

function isError(value: unknown): value is { readonly error: unknown } {
  return isObject(value) && "error" in value;
}
