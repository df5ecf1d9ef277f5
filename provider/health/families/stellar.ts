import type { LedgerHealth } from "../../access/methods/ledgers.js";
import type { ProbeFamily } from "../family.js";
import { addMovement, type HeadSample } from "../moving-head.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { unexpectedShape } from "../session/shape.js";
import { rpcRead } from "../session/typed-calls.js";
import { addIdentityBy, addNumberedHead } from "./numbered-head.js";

/** What a server says about its own health. */
type Opinion = "healthy" | "none" | "stale" | "starting" | "syncing";

/**
 * Probes a Stellar RPC server: network and health in one batch, then the latest ledger, whose time old servers do not
 * report.
 */
async function probeStellar(session: ProbeSession): Promise<void> {
  const { network, health } = await session.read({ network: rpcRead("getNetwork"), health: rpcRead("getHealth") });
  if (!addIdentityBy(session, network, "network", ({ passphrase }) => passphrase)) {
    return;
  }
  const opinion = addHealth(session, health);
  if (opinion === "starting") {
    return;
  }
  const ledger = await readLatest(session);
  if (ledger.ok && ledger.value.timeMs !== undefined) {
    const first = { ...ledger.value, timeMs: ledger.value.timeMs };
    // The latest ledger comes with all its transactions, the health does not.
    const again = () => (opinion === "healthy" ? readNumber(session) : readLatest(session));
    const syncing = opinion === "syncing" ? "the server reports that it is not healthy yet" : undefined;
    await addNumberedHead(session, first, { again, syncing, calls: [ledger] });
    return;
  }
  // Where the latest ledger is too large, its number must do.
  const first = ledger.ok ? ledger.value : numberOf(health);
  if (first !== undefined) {
    await addUntimedHead(session, first, opinion, ledger);
  } else if (!ledger.ok) {
    session.addFailure("head", ledger.failure, ledger);
  }
}

// Errors of `getHealth`: before the first ledger, and when the newest one is old.
const startingText = /not initialized|backfill/i;
const staleText = /since last known ledger closed is too high/i;

function addHealth(session: ProbeSession, health: Reading<LedgerHealth | string>): Opinion {
  if (health.ok) {
    return addStatus(session, health.value, health);
  }
  const { kind, message: why } = health.failure;
  if (startingText.test(why)) {
    session.add({ check: "head", verdict: "syncing", cause: "syncing", why }, health);
    return "starting";
  }
  if (staleText.test(why)) {
    session.add({ check: "sync", verdict: "degraded", cause: "stale", why }, health);
    return "stale";
  }
  if (kind !== "method") {
    session.addFailure("sync", health.failure, health);
  }
  return "none";
}

function addStatus(session: ProbeSession, value: LedgerHealth | string, health: Reading): Opinion {
  if (typeof value === "string") {
    session.add(unexpectedShape("sync", value, "the health is"), health);
    return "none";
  }
  const { status: observed } = value;
  const why = `the server reports the status ${observed}`;
  session.add(
    observed === "healthy"
      ? { check: "sync", verdict: "healthy", observed, why }
      : { check: "sync", verdict: "degraded", cause: "syncing", observed, why },
    health,
  );
  return observed === "healthy" ? "healthy" : "syncing";
}

/** Records a head of unknown age: it must move, or the server must vouch for it. */
async function addUntimedHead(
  session: ProbeSession,
  first: HeadSample,
  opinion: Opinion,
  ledger: Reading,
): Promise<void> {
  const observed = `ledger ${first.number}`;
  if (opinion === "stale") {
    const why = `${observed} is old, as the server itself reports`;
    session.add({ check: "head", verdict: "unhealthy", cause: "stale", observed, why }, ledger);
    return;
  }
  const movement =
    session.maxWaitForAdvanceMs > 0 ? await addMovement(session, first.number, () => readNumber(session)) : undefined;
  if (movement?.kind === "moved") {
    session.add({ check: "head", verdict: "healthy", observed, why: `${observed} was followed by newer ones` }, ledger);
  } else if (opinion === "healthy") {
    session.add({ check: "head", verdict: "healthy", observed, why: `${observed} is recent by the server` }, ledger);
  } else {
    session.add(
      { check: "head", verdict: "unknown", cause: "shape", why: `the age of ${observed} is unknown` },
      ledger,
    );
  }
}

async function readLatest(session: ProbeSession): Promise<Reading<HeadSample>> {
  const { latest } = await session.read({ latest: rpcRead("getLatestLedger") });
  return latest.ok
    ? { ...latest, value: { number: latest.value.sequence, timeMs: latest.value.closeTime?.getTime() } }
    : latest;
}

async function readNumber(session: ProbeSession): Promise<Reading<HeadSample>> {
  const { health } = await session.read({ health: rpcRead("getHealth") });
  if (!health.ok) {
    return health;
  }
  // Not a number: as if the head had not moved.
  return { ...health, value: numberOf(health) ?? { number: 0 } };
}

function numberOf(health: Reading<LedgerHealth | string>): HeadSample | undefined {
  return health.ok && typeof health.value !== "string" ? { number: health.value.latestLedger } : undefined;
}

/** Records the oldest ledger on the server. */
async function probeDepth(session: ProbeSession): Promise<void> {
  const { health } = await session.read({ health: rpcRead("getHealth") });
  if (!health.ok) {
    session.addFailure("depth", health.failure, health);
  } else if (typeof health.value === "string") {
    session.add(unexpectedShape("depth", health.value, "the health is"), health);
  } else {
    const { oldestLedger: value } = health.value;
    const observed = `ledger ${value}`;
    session.add(
      { check: "depth", verdict: "healthy", observed, value, why: `the oldest ledger on the server is ${value}` },
      health,
    );
  }
}

export const stellar: ProbeFamily = { basic: probeStellar, capabilities: probeDepth };
