import { isObject } from "../../base/json";
import { type RecordedFamily, recordedAges } from "../family";
import { jsonRpcAt, parameter, type RecordedMethods, RecordedRpcError, type RpcParams } from "../json-rpc";
import type { RecordedView } from "../view";

const version = "2.3.13";
/** Slots between a processed block and its confirmation, and its finality. */
const lag: Readonly<Record<string, number>> = { processed: 0, confirmed: 2, finalized: 32 };
const slotsPerEpoch = 432_000;
/** Slots without a block since genesis: the height of a block is lower than its slot. */
const skippedSlots = 21_900_000;
/** Slots that a node keeps: about two epochs. */
const keptSlots = 2 * slotsPerEpoch;
/** Distance at which a node reports that it is behind. */
const healthySlots = 128;

const methods: RecordedMethods = {
  getGenesisHash: (_params, { identity }) => identity,
  getHealth: health,
  getSlot: (params, view) => slotOf(params, view, 0),
  getBlockHeight: (params, view) => slotOf(params, view, 0) - skippedSlots,
  getMaxShredInsertSlot: (_params, view) => (view.isSyncing ? view.networkHead : view.head),
  getMaxRetransmitSlot: (_params, view) => (view.isSyncing ? view.networkHead : view.head),
  getBlockTime: blockTime,
  getFirstAvailableBlock: (_params, view) => firstSlot(view),
  minimumLedgerSlot: (_params, view) => firstSlot(view),
  getVersion: () => ({ "feature-set": 3_640_012_085, "solana-core": version }),
  getIdentity: (_params, view) => ({ identity: view.base58("identity") }),
  getEpochInfo: (params, view) => {
    const absoluteSlot = slotOf(params, view, 0);
    return {
      absoluteSlot,
      blockHeight: absoluteSlot - skippedSlots,
      epoch: Math.floor(absoluteSlot / slotsPerEpoch),
      slotIndex: absoluteSlot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: absoluteSlot * 1_200,
    };
  },
  getLatestBlockhash: (params, view) => {
    const slot = slotOf(params, view, 0);
    const value = { blockhash: view.base58(slot), lastValidBlockHeight: slot - skippedSlots + 150 };
    return { context: { apiVersion: version, slot }, value };
  },
};

/** Solana, as Agave responds: JSON-RPC, and slots over WebSocket. */
export const solana: RecordedFamily = {
  family: "solana",
  software: "agave",
  version,
  apiNamespaces: [],
  hasWebSocket: true,
  ageSeconds: recordedAges,
  chain: {
    slug: "solana-mainnet",
    blockMs: 400,
    anchor: [311_000_000, Date.UTC(2025, 0, 1)],
    identity: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
    wrongIdentity: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  },
  interfaces: [jsonRpcAt([""], methods)],
  subscriptions: {
    slotSubscribe: {
      event: "slotNotification",
      unsubscribe: "slotUnsubscribe",
      id: (serial) => serial,
      result: (_view, slot) => ({ parent: slot - 1, root: slot - 32, slot }),
    },
  },
};

function health(_params: RpcParams, { isSyncing, networkHead, head }: RecordedView): string {
  const numSlotsBehind = networkHead - head;
  if (isSyncing && numSlotsBehind > healthySlots) {
    throw new RecordedRpcError(-32005, `Node is behind by ${numSlotsBehind} slots`, { numSlotsBehind });
  }
  return "ok";
}

function blockTime(params: RpcParams, view: RecordedView): number {
  const slot = parameter(params, 0, "slot");
  if (typeof slot !== "number" || !Number.isSafeInteger(slot) || slot < 0) {
    throw new RecordedRpcError(-32602, "Invalid params: invalid type, expected u64.");
  }
  if (slot > view.head) {
    throw new RecordedRpcError(-32004, `Block not available for slot ${slot}`);
  }
  const first = firstSlot(view);
  if (slot < first) {
    const text = `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`;
    throw new RecordedRpcError(-32001, text);
  }
  return view.secondsOf(slot);
}

/** The latest slot of the commitment in the options; finalized without one. */
function slotOf(params: RpcParams, view: RecordedView, position: number): number {
  const options = parameter(params, position, "options");
  const commitment = isObject(options) && typeof options.commitment === "string" ? options.commitment : "finalized";
  const behind = Object.hasOwn(lag, commitment) ? lag[commitment] : undefined;
  if (behind === undefined) {
    throw new RecordedRpcError(-32602, `Invalid params: unknown variant \`${commitment}\`.`);
  }
  return view.head - behind;
}

function firstSlot({ head }: RecordedView): number {
  return head - (head % slotsPerEpoch) - keptSlots;
}
