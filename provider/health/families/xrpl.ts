import type { ServerState } from "../../access/methods/ledgers.js";
import type { ProbeFamily } from "../family.js";
import { ageLimits, checkAge } from "../head-age.js";
import { addMissingHead } from "../moving-head.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { rpcRead } from "../session/typed-calls.js";
import { addNumberedHead, type TimedHead } from "./numbered-head.js";

const synced: ReadonlySet<string> = new Set(["full", "validating", "proposing"]);
const catchingUp: ReadonlySet<string> = new Set(["connected", "syncing", "tracking"]);

/** Probes an XRP Ledger server: its state has identity, sync and head, and is read again until the ledger moves. */
async function probeXrpl(session: ProbeSession): Promise<void> {
  const state = await readState(session);
  if (!state.ok) {
    session.addFailure("identity", state.failure, state);
    return;
  }
  const { networkId, serverState, isAmendmentBlocked } = state.value;
  if (networkId === undefined) {
    const why = "the server does not report a network id, so that its chain cannot be verified";
    session.add({ check: "identity", verdict: "unknown", cause: "no-expectation", why }, state);
  } else if (session.addIdentity(`${networkId}`, "network id", state).cause === "wrong-chain") {
    return;
  }
  if (isAmendmentBlocked === true) {
    const why = "the server is amendment blocked: it is too old to follow the network";
    session.add({ check: "warnings", verdict: "degraded", cause: "warning", observed: "amendment blocked", why });
  }
  addState(session, serverState);
  const syncing = catchingUp.has(serverState) ? `the state of the server is ${serverState}` : undefined;
  const first = headOf(session, state.value);
  if (first === undefined) {
    addMissingHead(session, "the server has no validated ledger", syncing);
  } else if (syncing === undefined) {
    const again = async () => {
      const look = await readState(session);
      return look.ok ? { ...look, value: headOf(session, look.value) ?? { number: 0 } } : look;
    };
    await addNumberedHead(session, first, { again, calls: [] });
  } else {
    // Such a server refuses most calls, however recent its ledger is.
    const { facts } = session;
    const age = checkAge(first.timeMs, session.now(), ageLimits(facts, facts.blockTimeMs), undefined);
    session.add({ ...age, verdict: "syncing", cause: "syncing", why: `${age.why}; ${syncing}` });
  }
}

// The parameter makes a Clio server pass the call to the server behind it; that server ignores it.
async function readState(session: ProbeSession): Promise<Reading<ServerState>> {
  const call = { ...rpcRead("server_state"), params: [{ ledger_index: "current" }] };
  const { state } = await session.read({ state: call });
  return state;
}

/** The last validated ledger; undefined while there is none. */
function headOf(session: ProbeSession, state: ServerState): TimedHead | undefined {
  const { validatedLedger, validatedLedgerTime, validatedLedgerAgeSeconds: age } = state;
  const timeMs = validatedLedgerTime?.getTime() ?? (age === undefined ? undefined : session.now() - 1000 * age);
  return timeMs === undefined ? undefined : { number: validatedLedger ?? 0, timeMs };
}

function addState(session: ProbeSession, observed: string): void {
  const evidence = { check: "sync", observed, why: `the state of the server is ${observed}` } as const;
  const cause = catchingUp.has(observed) ? "syncing" : "warning";
  session.add(synced.has(observed) ? { ...evidence, verdict: "healthy" } : { ...evidence, verdict: "degraded", cause });
}

/** Records which ledgers the server has. */
async function probeDepth(session: ProbeSession): Promise<void> {
  const state = await readState(session);
  if (!state.ok) {
    session.addFailure("depth", state.failure, state);
    return;
  }
  const { completeLedgers: observed } = state.value;
  session.add({ check: "depth", verdict: "healthy", observed, why: `ledgers on the server: ${observed}` }, state);
}

export const xrpl: ProbeFamily = { basic: probeXrpl, capabilities: probeDepth };
