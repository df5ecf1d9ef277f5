import type { StubMethods } from "./stub-chain";
import { evmMethods, hex, type PretendedChain } from "./stub-chain";

/** What a pretended EVM node has beyond the basics. */
export interface Equipment {
  /** Blocks whose state it has, newest first. @default all */
  readonly stateBlocks?: number;
  /** Transactions of a block. @default 2 */
  readonly transactionsOf?: (block: number) => number;
  /** Added to each block hash, to make a fork. @default "ab" */
  readonly branch?: string;
  /** Blocks from the head to the finalized one. @default 64 */
  readonly finalizedBehind?: number;
}

/** The answers of an EVM node with every capability. */
export function capableMethods(chain: PretendedChain, equipment: Equipment = {}): StubMethods {
  const { stateBlocks = Number.POSITIVE_INFINITY, transactionsOf = () => 2 } = equipment;
  const { branch = "ab", finalizedBehind = 64 } = equipment;
  const { head, timeOf } = chain;
  const back: Readonly<Record<string, number>> = { latest: 0, safe: finalizedBehind / 2, finalized: finalizedBehind };
  const numberOf = (tag: unknown) => {
    const behind = back[String(tag)];
    return behind === undefined ? Number(tag) : Math.max(0, head() - behind);
  };
  const hashes = (block: number) =>
    Array.from(
      { length: transactionsOf(block) },
      (_, index) => `0x${(block * 100 + index).toString(16).padStart(64, "0")}`,
    );
  return {
    ...evmMethods(chain),
    eth_getBlockByNumber: ([tag]) => {
      const number = numberOf(tag);
      const hash = `0x${branch}${number.toString(16).padStart(64 - branch.length, "0")}`;
      return { value: { number: hex(number), hash, timestamp: hex(timeOf(number)), transactions: hashes(number) } };
    },
    eth_getBalance: ([, tag]) =>
      head() - numberOf(tag) < stateBlocks
        ? { value: "0x1" }
        : { error: { code: -32000, message: "missing trie node 1a2b (path ) <nil>" } },
    eth_getLogs: () => ({ value: [] }),
    eth_newBlockFilter: () => ({ value: "0xf1" }),
    eth_getFilterChanges: () => ({ value: [] }),
    eth_uninstallFilter: () => ({ value: true }),
    txpool_status: () => ({ value: { pending: "0x5", queued: "0x0" } }),
    net_peerCount: () => ({ value: "0x19" }),
    debug_traceBlockByNumber: ([tag]) => ({
      value: hashes(numberOf(tag)).map((txHash) => ({ txHash, result: { type: "CALL", from: "0x01", gas: "0x5208" } })),
    }),
    trace_block: ([tag]) => ({
      value: hashes(numberOf(tag)).map((transactionHash) => ({ action: { callType: "call" }, transactionHash })),
    }),
  };
}
