import { failure, onMethods } from "./change";
import type { LieFamily, Lies } from "./lie";

const solana: readonly LieFamily[] = ["solana"];
const shredsAhead = 5_000;

/** Lies and oddities of Solana nodes. */
export const solanaLies: Lies = {
  "shreds-ahead": {
    summary: `data of ${shredsAhead} slots is received and not processed, and getHealth is ok`,
    families: solana,
    call: (outcome, { method }) => {
      if (method === "getHealth") {
        return { result: "ok" };
      }
      const isReceived = method === "getMaxShredInsertSlot" || method === "getMaxRetransmitSlot";
      return isReceived && "result" in outcome ? { result: Number(outcome.result) + shredsAhead } : undefined;
    },
  },
  "skipped-slot": {
    summary: "the slot that getBlockTime is called with was skipped: -32004",
    families: solana,
    call: onMethods(/^getBlockTime$/, ({ params: [slot] }) =>
      failure(-32004, `Block not available for slot ${String(slot)}`),
    ),
  },
};
