import type { PretendedHead } from "./pretended-head.js";
import type { StubMethods } from "./stub-chain.js";

/** Genesis hash of the mainnet. */
export const solanaMainnet = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";

/** Time of a slot. */
export const solanaSlotMs = 400;

/** The answers of a Solana node. */
export function solanaMethods(head: PretendedHead, identity: string): StubMethods {
  const finalized = () => head.number() - 32;
  const behind = { code: -32005, message: "Node is behind by 4000 slots", data: { numSlotsBehind: 4_000 } };
  return {
    getGenesisHash: () => ({ value: identity }),
    getHealth: () => (head.isSyncing ? { error: behind } : { value: "ok" }),
    getSlot: ([options]) => ({
      value: (options as { commitment: string }).commitment === "processed" ? head.number() : finalized(),
    }),
    getMaxShredInsertSlot: () => ({ value: head.number() + 2 }),
    getBlockTime: ([slot]) => ({ value: Math.floor(head.timeMs(Number(slot)) / 1_000) }),
    getFirstAvailableBlock: () => ({ value: 299_000_000 }),
    getVersion: () => ({ value: { "solana-core": "2.0.14", "feature-set": 2_891_131_721 } }),
  };
}
