import { isProviderError } from "../errors/errors.js";
import { type ChainFamily, familyOf } from "./chains.js";
import { decide } from "./decide.js";
import { probeEvm } from "./evm.js";
import { type ProbeOptions, ProbeSession, type ProbeTarget } from "./session.js";
import { probeUtxo } from "./utxo.js";
import type { CheckCause, NodeReport } from "./verdict.js";

const probes: Readonly<Record<Exclude<ChainFamily, "other">, (session: ProbeSession) => Promise<void>>> = {
  evm: probeEvm,
  utxo: probeUtxo,
};

/**
 * Finds out whether a node answers for the right chain, at the head. Only reads, never repeats a call; whatever keeps it
 * from finding out ends as `unknown` in the report, not as an error.
 *
 * @throws the signal's reason when it aborts
 */
export async function probeEndpoints(target: ProbeTarget, options: ProbeOptions = {}): Promise<NodeReport> {
  const family = familyOf(target.chain);
  if (family === "other") {
    return unasked("no-probe", "no probe for this protocol yet");
  }
  try {
    const session = new ProbeSession(target, options);
    await probes[family](session);
    return session.report();
  } catch (error) {
    // The clock's way to end a sleep differs from the signal's own reason, which is what the caller knows.
    options.signal?.throwIfAborted();
    if (!isProviderError(error, "config")) {
      throw error;
    }
    return unasked("config", error.message);
  }
}

function unasked(cause: CheckCause, why: string): NodeReport {
  return decide([{ check: "identity", verdict: "unknown", cause, why }], { cost: 0 });
}
