import { slowBlockTimeMs } from "../evidence.js";
import { duration } from "../head-age.js";
import type { ProbeFailure, Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import type { CheckResult } from "../verdict.js";
import { type Head, latestBlock, readHead } from "./evm-head.js";

/** Result of watching the head. */
export interface Watch {
  /** The highest head seen. */
  readonly highest: Head;
  /** Whether the head gains on the wall clock. If an old head does, the node is catching up. */
  readonly isCatchingUp: boolean;
}

/** How to watch the head. */
export interface WatchPlan {
  readonly blockTimeMs: number;
  /** A stale head is watched until it is clear whether it catches up; a fresh one until it moves. */
  readonly isStale: boolean;
}

// A sub-second chain makes several blocks per round trip: a shorter watch without a new block proves nothing.
const minWatchMs = 3_000;
const minPauseMs = 250;
const maxSamples = 16;

// Up to the first number, a step back is another backend of a load balancer; beyond the second, a fault; in between, a
// warning.
const stepBackLimits = { balancer: 16, fault: 1024 } as const;

/**
 * Samples the head for up to three block times: until it moves or, if it is stale, until it is clear whether it catches
 * up. Records the result as the check `advance`.
 */
export async function watchHead(session: ProbeSession, first: Head, plan: WatchPlan): Promise<Watch> {
  const wantedMs = Math.max(3 * plan.blockTimeMs, minWatchMs);
  const windowMs = Math.min(wantedMs, session.maxWaitForAdvanceMs);
  const startMs = session.clock.monotonicMs();
  const elapsed = () => session.clock.monotonicMs() - startMs;
  let highest = first;
  let highestAfterMs = 0;
  let stepBack = 0;
  let samples = 0;
  let failure: ProbeFailure | undefined;
  const answers: Reading[] = [];
  const isCatchingUp = () => gains(first, highest, highestAfterMs);

  let pauseMs = plan.isStale ? plan.blockTimeMs / 2 : first.timestampMs + plan.blockTimeMs + minPauseMs - session.now();
  for (let calls = 0; calls < maxSamples && elapsed() < windowMs; calls += 1) {
    await session.sleep(Math.min(Math.max(minPauseMs, Math.min(pauseMs, plan.blockTimeMs)), windowMs - elapsed()));
    pauseMs = plan.blockTimeMs / 2;
    const [answer] = await session.ask([latestBlock]);
    const reading = answer === undefined ? undefined : readHead(answer);
    answers.push(...(answer === undefined ? [] : [answer]));
    if (reading?.kind === "head") {
      samples += 1;
      stepBack = Math.max(stepBack, highest.number - reading.head.number);
      if (reading.head.number > highest.number) {
        highest = reading.head;
        highestAfterMs = elapsed();
      }
    } else if (reading?.kind === "failed") {
      failure = reading.failure;
    }
    const isClear = plan.isStale ? isCatchingUp() && elapsed() >= plan.blockTimeMs : highest.number > first.number;
    if (isClear || failure?.kind === "throttled" || failure?.kind === "budget") {
      break;
    }
  }

  if (samples === 0 && failure !== undefined) {
    session.addFailure("advance", failure, ...answers);
  } else if (samples > 0) {
    // Whether a head that did not move is evidence.
    const isStallConclusive = windowMs >= wantedMs && failure?.kind !== "budget" && plan.blockTimeMs < slowBlockTimeMs;
    const movement = checkMovement(highest.number - first.number, stepBack, duration(elapsed()), isStallConclusive);
    session.add(movement, ...answers);
  }
  return { highest, isCatchingUp: isCatchingUp() };
}

// Compares chain time with wall time. One block is not counted: in any window a steady chain can show one more than its
// share.
function gains(first: Head, highest: Head, elapsedMs: number): boolean {
  const blocks = highest.number - first.number;
  const chainMs = highest.timestampMs - first.timestampMs;
  return blocks >= 2 && (chainMs * (blocks - 1)) / blocks > 1.5 * elapsedMs;
}

function checkMovement(moved: number, stepBack: number, watched: string, isStallConclusive: boolean): CheckResult {
  if (stepBack > stepBackLimits.balancer) {
    return {
      check: "advance",
      verdict: stepBack > stepBackLimits.fault ? "unhealthy" : "degraded",
      cause: "step-back",
      observed: `${stepBack} blocks back`,
      threshold: `${stepBackLimits.balancer} blocks back`,
      why: `the head went back by ${stepBack} blocks, more than a change of backend explains`,
    };
  }
  if (moved > 0) {
    const why = `the head moved by ${moved} in ${watched}`;
    return { check: "advance", verdict: "healthy", observed: `${moved} blocks`, why };
  }
  const stalled = { check: "advance", observed: "0 blocks", why: `no new block in ${watched}` } as const;
  return isStallConclusive ? { ...stalled, verdict: "degraded", cause: "frozen" } : { ...stalled, verdict: "healthy" };
}
