import { isProviderError } from "../errors/errors.js";
import { familyOf } from "./chains/chains.js";
import { decide } from "./decide.js";
import { beaconCapabilities, probeBeacon } from "./families/beacon.js";
import type { ProbeFamily } from "./family.js";
import { families } from "./family-table.js";
import { checkPromise } from "./promise.js";
import { defaultMaxCost, type ProbeOptions, type ProbeTarget } from "./session/options.js";
import { ProbeSession } from "./session/session.js";
import { type CheckCause, decisiveChecks, type NodeReport } from "./verdict.js";

/**
 * Determines whether a node serves the right chain, is at its head, and, if requested, does what it promises.
 * Read-only, without retries; anything that prevents a response is `unknown` in the report, not an error.
 *
 * @throws the signal's reason when it aborts
 */
export async function probeEndpoints(target: ProbeTarget, options: ProbeOptions = {}): Promise<NodeReport> {
  const family = familyOf(target.chain);
  if (family === "other") {
    return unprobed("no-probe", "no probe for this protocol yet", options);
  }
  try {
    const session = new ProbeSession(target, options);
    await probeBy(families[family], session);
    return session.report();
  } catch (error) {
    // An aborted sleep may reject with another error than the signal's reason, which the caller expects.
    options.signal?.throwIfAborted();
    if (!isProviderError(error, "config")) {
      throw error;
    }
    return unprobed("config", error.message, options);
  }
}

async function probeBy(family: ProbeFamily, session: ProbeSession): Promise<void> {
  const { beacon = "", https = "" } = session.target.endpoints;
  const isBeaconOnly = beacon !== "" && https === "";
  await Promise.all([
    isBeaconOnly ? undefined : family.basic(session),
    beacon === "" ? undefined : probeBeaconOf(session, isBeaconOnly),
  ]);
  if (!isEstablished(session)) {
    return;
  }
  if (!session.isDecisiveOnly) {
    if (session.depth !== "basic") {
      await Promise.all([
        isBeaconOnly ? undefined : family.capabilities?.(session),
        beacon === "" || isUncallable(session) ? undefined : beaconCapabilities(session),
      ]);
    }
    checkPromise(session);
  }
  if (session.depth === "full" && !isBeaconOnly) {
    await family.full?.(session);
  }
}

/** Probes the beacon endpoint; one that cannot be called must not hide what the other endpoint shows. */
async function probeBeaconOf(session: ProbeSession, isOnly: boolean): Promise<void> {
  await probeBeacon(session).catch((error: unknown) => {
    if (isOnly || !isProviderError(error, "config")) {
      throw error;
    }
    session.add({ check: "beacon-identity", verdict: "unknown", cause: "config", why: error.message });
  });
}

function isUncallable({ checks }: ProbeSession): boolean {
  return checks.some(({ check, cause }) => check === "beacon-identity" && cause === "config");
}

/** Whether it makes sense to look further: the node responds, for the right chain as far as that is known. */
function isEstablished({ checks }: ProbeSession): boolean {
  return (
    checks.some(({ check, observed }) => decisiveChecks.has(check) && observed !== undefined) &&
    !checks.some(({ cause }) => cause === "wrong-chain")
  );
}

function unprobed(cause: CheckCause, why: string, { depth = "basic", maxCost }: ProbeOptions): NodeReport {
  const extras = { cost: 0, maxCost: maxCost ?? defaultMaxCost[depth] };
  return decide([{ check: "identity", verdict: "unknown", cause, why }], extras);
}
