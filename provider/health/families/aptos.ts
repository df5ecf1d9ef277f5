import { chainReads } from "../../access/rest/chain-reads.js";
import type { ProbeFamily } from "../family.js";
import type { ProbeSession } from "../session/session.js";
import { addIdentityBy, addNumberedHead } from "./numbered-head.js";

/** Probes an Aptos node: its view of the ledger has identity and head, and is read again until the head moves. */
async function probeAptos(session: ProbeSession): Promise<void> {
  const ledger = await session.get(chainReads.getAptosLedger);
  if (!addIdentityBy(session, ledger, "chain id", ({ chainId }) => `${chainId}`) || !ledger.ok) {
    return;
  }
  const { blockHeight, ledgerTime } = ledger.value;
  const first = { number: Number(blockHeight), timeMs: ledgerTime.getTime() };
  const again = async () => {
    const look = await session.get(chainReads.getAptosLedger);
    return look.ok
      ? { ...look, value: { number: Number(look.value.blockHeight), timeMs: look.value.ledgerTime.getTime() } }
      : look;
  };
  // The identity has the cost of the one call for both.
  await addNumberedHead(session, first, { again, calls: [] });
}

/** Records how far back the node's history goes. */
async function probeDepth(session: ProbeSession): Promise<void> {
  const ledger = await session.get(chainReads.getAptosLedger);
  if (!ledger.ok) {
    session.addFailure("depth", ledger.failure, ledger);
    return;
  }
  const { oldestLedgerVersion: oldest } = ledger.value;
  const why =
    oldest === 0n ? "the node has every ledger version" : `the oldest ledger version on the node is ${oldest}`;
  session.add(
    { check: "depth", verdict: "healthy", observed: `version ${oldest}`, value: Number(oldest), why },
    ledger,
  );
}

export const aptos: ProbeFamily = { basic: probeAptos, capabilities: probeDepth };
