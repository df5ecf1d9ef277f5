import { isProviderError } from "../errors/errors.js";
import { type ChainFamily, familyOf } from "./chains/chains.js";
import { decide } from "./decide.js";
import { probeEvm } from "./evm/evm.js";
import { type ProbeOptions, ProbeSession, type ProbeTarget } from "./session/session.js";
import { probeUtxo } from "./families/utxo.js";
import type { CheckCause, NodeReport } from "./verdict.js";

const probes: Readonly<Record<Exclude<ChainFamily, "other">, (session: ProbeSession) => Promise<void>>> = {
  evm: probeEvm,
  utxo: probeUtxo,
};

/**
 * Determines whether a node serves the right chain and is at its head. Read-only, without retries; anything that
 * prevents a response is `unknown` in the report, not an error.
 *
 * @throws the signal's reason when it aborts
 */
export async function probeEndpoints(target: ProbeTarget, options: ProbeOptions = {}): Promise<NodeReport> {
  const family = familyOf(target.chain);
  if (family === "other") {
    return unprobed("no-probe", "no probe for this protocol yet");
  }
  try {
    const session = new ProbeSession(target, options);
    await probes[family](session);
    return session.report();
  } catch (error) {
    // An aborted sleep may reject with another error than the signal's reason, which the caller expects.
    options.signal?.throwIfAborted();
    if (!isProviderError(error, "config")) {
      throw error;
    }
    return unprobed("config", error.message);
  }
}

function unprobed(cause: CheckCause, why: string): NodeReport {
  return decide([{ check: "identity", verdict: "unknown", cause, why }], { cost: 0 });
}
