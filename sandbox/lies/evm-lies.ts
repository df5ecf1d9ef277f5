import { hexQuantity } from "../base/encoding";
import { isObject } from "../base/json";
import { failure, onMethods, onObject } from "./change";
import type { LieFamily, Lies, LyingCall, LyingOutcome } from "./lie";

/** TRON and Filecoin offer reads of the Ethereum API beside their own. */
const evm: readonly LieFamily[] = ["evm", "filecoin", "tron"];
const traces = /^(?:debug|trace|ots)_/;
const blockMethods = ["eth_getBlockByNumber", "eth_getBlockByHash"];
const stateMethods = /^eth_(?:call|getBalance|getCode|getStorageAt|getTransactionCount|getProof)$/;
/** Blocks whose state a pruned node keeps; fewer than real nodes do, since the chains of the sandbox are short. */
const keptStates = 16;
const unavailable = "Archive, Debug and Trace methods are not available on your current plan.";

/** Lies and oddities of EVM nodes. */
export const evmLies: Lies = {
  "syncing-nitro": {
    summary: "eth_syncing is an object of Nitro's form, as Arbitrum nodes respond while they are at the head",
    families: evm,
    call: onMethods(/^eth_syncing$/, {
      result: { batchSeen: 812_345, batchProcessed: 812_345, msgCount: 1_234_567, messageOfLastBlock: 1_234_566 },
    }),
  },
  "head-null": {
    summary: "the latest block is null",
    families: evm,
    call: (_outcome, call) => (isLatest(call) ? { result: null } : undefined),
  },
  "head-zero": {
    summary: "the latest block is block 0",
    families: evm,
    call: (outcome, call) =>
      call.method === "eth_blockNumber"
        ? { result: "0x0" }
        : isLatest(call)
          ? onObject(blockMethods, (block) => ({ ...block, number: "0x0" }))(outcome, call)
          : undefined,
  },
  "head-steps-back": {
    summary: "every second response has a head 3 blocks lower, as from another node behind a load balancer",
    families: evm,
    call: stepBack,
  },
  "other-fork": {
    summary: "every block has another hash than the chain's",
    families: evm,
    call: onObject(blockMethods, (block) => ({
      ...block,
      hash: flipped(block.hash),
      parentHash: flipped(block.parentHash),
    })),
  },
  "timestamps-in-ms": {
    summary: "timestamps of blocks in milliseconds",
    families: evm,
    call: onObject(blockMethods, (block) => ({ ...block, timestamp: hexQuantity(Number(block.timestamp) * 1000) })),
  },
  "quantities-as-numbers": {
    summary: "number and timestamp of blocks, the chain id and the height as JSON numbers, not hex",
    families: evm,
    call: (outcome, call) =>
      onObject(blockMethods, (block) => {
        return { ...block, number: Number(block.number), timestamp: Number(block.timestamp) };
      })(outcome, call) ??
      (/^eth_(?:blockNumber|chainId)$/.test(call.method) && "result" in outcome
        ? { result: Number(outcome.result) }
        : undefined),
  },
  "net-version-differs": {
    summary: "net_version is another number than the chain id",
    families: evm,
    call: onMethods(/^net_version$/, { result: "424242" }),
  },
  "finalized-unsupported": {
    summary: "the tags finalized and safe are unknown to the node",
    families: evm,
    call: (_outcome, { method, params: [tag] }) =>
      method === "eth_getBlockByNumber" && (tag === "finalized" || tag === "safe")
        ? failure(-32602, "invalid argument 0: hex string without 0x prefix")
        : undefined,
  },
  "finality-late": {
    summary: "the last finalized block is an hour old",
    families: evm,
    call: (outcome, call) =>
      call.params[0] === "finalized"
        ? onObject(["eth_getBlockByNumber"], (block, { nowMs }) => {
            return { ...block, timestamp: hexQuantity(Math.floor(nowMs / 1000) - 3600) };
          })(outcome, call)
        : undefined,
  },
  "state-pruned": {
    summary: `no state older than ${keptStates} blocks: missing trie node`,
    families: evm,
    call: prunedState,
  },
  "filter-lost": {
    summary: "filters are accepted, and not found at the next call, as with a load balancer",
    families: evm,
    call: (_outcome, { method }) =>
      method === "eth_uninstallFilter"
        ? { result: false }
        : onFilter.test(method)
          ? failure(-32000, "filter not found")
          : undefined,
  },
  "trace-null": { summary: "trace methods return null", families: evm, call: onMethods(traces, { result: null }) },
  "trace-empty-object": { summary: "trace methods return {}", families: evm, call: onMethods(traces, { result: {} }) },
  "trace-empty-list": { summary: "trace methods return []", families: evm, call: onMethods(traces, { result: [] }) },
  "trace-fake": {
    summary: "trace methods return an empty trace, even of unknown transactions",
    families: evm,
    call: onMethods(traces, { result: { failed: false, gas: 0, returnValue: "0x", structLogs: [] } }),
  },
  "debug-missing": {
    summary: "debug_* methods do not exist, whatever api_namespaces promises",
    families: evm,
    call: onMethods(/^debug_/, ({ method }) => missing(method)),
  },
  "trace-missing": {
    summary: "trace_* methods do not exist, whatever api_namespaces promises",
    families: evm,
    call: onMethods(/^trace_/, ({ method }) => missing(method)),
  },
  "gate-32602": {
    summary: "the plan lacks trace methods: -32602 with HTTP 200",
    families: evm,
    call: onMethods(traces, failure(-32602, "Method requires plan upgrade: not included in your current plan.")),
  },
  "gate-32002": {
    summary: "the plan lacks trace methods: -32002 with HTTP 200",
    families: evm,
    call: onMethods(traces, failure(-32002, unavailable)),
  },
  "gate-32612": {
    summary: "the plan lacks trace methods: -32612 with HTTP 200",
    families: evm,
    call: onMethods(traces, failure(-32612, "Custom tracers are disabled by default. Upgrade your plan.")),
  },
};

const onFilter = /^eth_getFilter(?:Changes|Logs)$/;

function missing(method: string): LyingOutcome {
  return failure(-32601, `the method ${method} does not exist/is not available`);
}

function isLatest({ method, params: [tag] }: LyingCall): boolean {
  return method === "eth_getBlockByNumber" && tag === "latest";
}

async function stepBack(outcome: LyingOutcome, call: LyingCall): Promise<LyingOutcome | undefined> {
  const isHead = isLatest(call) || call.method === "eth_blockNumber";
  if (!isHead || !("result" in outcome)) {
    return undefined;
  }
  if (call.turn % 2 === 0) {
    return outcome;
  }
  const head = isObject(outcome.result) ? outcome.result.number : outcome.result;
  const lower = hexQuantity(Math.max(0, Number(head) - 3));
  return isLatest(call) ? call.ask(call.method, [lower, call.params[1]]) : { result: lower };
}

async function prunedState(_outcome: LyingOutcome, call: LyingCall): Promise<LyingOutcome | undefined> {
  const block = call.params.find(
    (value, index) => index > 0 && typeof value === "string" && /^0x[0-9a-f]{1,16}$/i.test(value),
  );
  if (!stateMethods.test(call.method) || block === undefined) {
    return undefined;
  }
  const head = await call.ask("eth_blockNumber", []);
  const isOld = "result" in head && Number(block) < Number(head.result) - keptStates;
  const root = "0123456789abcdef".repeat(4);
  return isOld ? failure(-32000, `missing trie node ${root} (path ) state 0x${root} is not available`) : undefined;
}

/** Another hash. */
function flipped(hash: unknown): unknown {
  return typeof hash === "string" ? `0xf0${hash.slice(4)}` : hash;
}
