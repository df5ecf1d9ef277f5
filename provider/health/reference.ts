import { addOmitted } from "./evidence.js";
import type { PricedCall } from "./session/budget.js";
import type { ProbeFailure, Reading } from "./session/reading.js";
import type { ProbeSession } from "./session/session.js";
import { shapeOf } from "./session/shape.js";
import type { CheckResult } from "./verdict.js";

/** How a family is asked for the tip of its chain and for the hash of a block. */
export interface ChainReader {
  /** Calls for identity and tip, in this order. */
  readonly tipCalls: readonly [identity: PricedCall, tip: PricedCall];
  readonly readIdentity: (value: unknown) => string | undefined;
  readonly readHeight: (value: unknown) => number | undefined;
  readonly blockCall: (height: number, head: number) => PricedCall;
  readonly readHash: (value: unknown) => string | undefined;
  /** Blocks below the lower head where two good nodes agree. */
  readonly settledBlocks: number;
}

type Found<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Pick<ProbeFailure, "kind" | "message"> };

/**
 * Compares the node with its reference: how far it is behind (`lag`), and whether both have the same block a little
 * below their heads (`consistency`). A reference that does not answer, or has its own problem, says nothing about the
 * node. Without a reference nothing is compared.
 */
export async function compareWithReference(session: ProbeSession, chain: ChainReader): Promise<void> {
  if (session.target.reference === undefined) {
    return;
  }
  const units = 2 * session.costOf(chain.tipCalls) + 2 * session.costOf([chain.blockCall(1, 1_000)]);
  if (units > session.unitsLeft) {
    addOmitted(session, "lag", units);
    addOmitted(session, "consistency", units);
    return;
  }
  const [own, others] = await Promise.all([session.ask(chain.tipCalls), session.askReference(chain.tipCalls)]);
  const [ownHeight, height] = [read(own[1], chain.readHeight), read(others[1], chain.readHeight)];
  const [ownIdentity, identity] = [read(own[0], chain.readIdentity), read(others[0], chain.readIdentity)];
  const spent = [...own, ...others];
  const problem = problemOf(ownIdentity, identity) ?? (height.ok ? undefined : height.failure.message);
  if (problem !== undefined || !height.ok) {
    session.add(notCompared("lag", problem ?? ""), ...spent);
    return;
  }
  if (!ownHeight.ok) {
    session.addFailure("lag", ownHeight.failure, ...spent);
    return;
  }
  const lag = checkLag(session, ownHeight.value, height.value);
  session.add(lag, ...spent);
  excuseIdleHead(session, lag);
  await compareBlocks(session, chain, ownHeight.value, height.value);
}

async function compareBlocks(
  session: ProbeSession,
  chain: ChainReader,
  ownHeight: number,
  height: number,
): Promise<void> {
  const shared = Math.min(ownHeight, height) - chain.settledBlocks;
  if (shared < 1) {
    return;
  }
  const [own, others] = await Promise.all([
    session.ask([chain.blockCall(shared, ownHeight)]),
    session.askReference([chain.blockCall(shared, height)]),
  ]);
  const spent = [...own, ...others];
  const [ownHash, hash] = [read(own[0], chain.readHash), read(others[0], chain.readHash)];
  if (!hash.ok) {
    session.add(notCompared("consistency", hash.failure.message), ...spent);
  } else if (!ownHash.ok) {
    // Another backend of a load balancer may not have the block yet.
    session.add(notCompared("consistency", ownHash.failure.message), ...spent);
  } else {
    const isEqual = ownHash.value === hash.value;
    const evidence = { check: "consistency", observed: ownHash.value, threshold: hash.value } as const;
    session.add(
      isEqual
        ? { ...evidence, verdict: "healthy", why: `block ${shared} is the reference's` }
        : { ...evidence, verdict: "unhealthy", cause: "fork", why: `block ${shared} is not the one of the reference` },
      ...spent,
    );
  }
}

function checkLag(session: ProbeSession, own: number, reference: number): CheckResult {
  const [warn, fail] = session.facts.lagBlocks;
  const lag = Math.max(0, reference - own);
  const evidence = { check: "lag", observed: `${lag} blocks`, value: lag } as const;
  if (lag <= warn) {
    const why = own > reference + fail ? "the node is ahead of the reference, which lags" : `${lag} blocks behind`;
    return { ...evidence, verdict: "healthy", threshold: `${warn} blocks`, why };
  }
  const why = `${lag} blocks behind the reference, limit ${fail}`;
  if (lag <= fail) {
    return { ...evidence, verdict: "degraded", cause: "behind", threshold: `${warn} blocks`, why };
  }
  const isSyncing = session.checks.some(({ cause }) => cause === "syncing");
  return isSyncing
    ? { ...evidence, verdict: "syncing", cause: "syncing", threshold: `${fail} blocks`, why }
    : { ...evidence, verdict: "unhealthy", cause: "behind", threshold: `${fail} blocks`, why };
}

// An idle chain produces no blocks: an old head that the reference has too is its newest.
function excuseIdleHead(session: ProbeSession, lag: CheckResult): void {
  if (session.facts.isOnDemand && lag.verdict === "healthy") {
    session.amend("head", (head) =>
      head.verdict === "degraded" ? { ...head, verdict: "healthy", why: `${head.why}; the reference agrees` } : head,
    );
  }
}

function notCompared(check: "consistency" | "lag", problem: string): CheckResult {
  return { check, verdict: "unknown", cause: "reference", why: `not compared with the reference: ${problem}` };
}

function problemOf(own: Found<string>, other: Found<string>): string | undefined {
  if (!other.ok) {
    return other.failure.message;
  }
  return own.ok && own.value !== other.value ? `it serves another chain (${other.value})` : undefined;
}

function read<T>(reading: Reading | undefined, parse: (value: unknown) => T | undefined): Found<T> {
  if (reading?.ok !== true) {
    return { ok: false, failure: reading?.failure ?? { kind: "reference", message: "no answer" } };
  }
  const value = parse(reading.value);
  return value === undefined
    ? { ok: false, failure: { kind: "shape", message: `the response is ${shapeOf(reading.value)}` } }
    : { ok: true, value };
}
