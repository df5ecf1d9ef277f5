import type { RpcFailure } from "../access/rpc/failure.js";
import { type Head, latestBlock, readHead } from "./evm-head.js";
import { duration } from "./head-age.js";
import type { ProbeSession } from "./session.js";
import type { CheckResult } from "./verdict.js";

/** What watching the head for a while has shown. */
export interface Watch {
  /** The highest head seen. */
  readonly highest: Head;
  /** Whether the head gains on the wall clock: an old head that does is a node that catches up. */
  readonly isCatchingUp: boolean;
}

/** How the head is watched. */
export interface WatchPlan {
  readonly blockTimeMs: number;
  /** An old head is watched for the whole time, to see whether it catches up; a fresh one until it moves. */
  readonly isStale: boolean;
}

// Several blocks of a sub-second chain are over before one answer is back: below this, no new block proves nothing.
const shortestWatchMs = 3_000;
const shortestPauseMs = 250;
const mostSamples = 16;

// From this block time on, a few minutes without a block are ordinary enough that only the age of the head counts.
const slowBlockTimeMs = 10_000;

// A step back up to the first number is a balancer's other backend, beyond the second a fault, between them a warning.
const stepBackLimits = { balancer: 16, fault: 1024 } as const;

/**
 * Takes further samples of the head for at most three block times: until it moves, or, when it is stale, until it is clear
 * whether it catches up. Takes the result down as the check `advance`.
 */
export async function watchHead(session: ProbeSession, first: Head, plan: WatchPlan): Promise<Watch> {
  const wantedMs = Math.max(3 * plan.blockTimeMs, shortestWatchMs);
  const windowMs = Math.min(wantedMs, session.maxWaitForAdvanceMs);
  const startMs = session.clock.monotonicMs();
  const elapsed = () => session.clock.monotonicMs() - startMs;
  let highest = first;
  let highestAfterMs = 0;
  let stepBack = 0;
  let samples = 0;
  let failure: RpcFailure | undefined;
  const isCatchingUp = () => gains(first, highest, highestAfterMs);

  let pauseMs = plan.isStale
    ? plan.blockTimeMs / 2
    : first.timestampMs + plan.blockTimeMs + shortestPauseMs - session.now();
  for (let asked = 0; asked < mostSamples && elapsed() < windowMs; asked += 1) {
    await session.sleep(Math.min(Math.max(shortestPauseMs, Math.min(pauseMs, plan.blockTimeMs)), windowMs - elapsed()));
    pauseMs = plan.blockTimeMs / 2;
    const [answer] = await session.ask([latestBlock]);
    const reading = answer === undefined ? undefined : readHead(answer);
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
    if (isClear || failure?.kind === "throttled") {
      break;
    }
  }

  if (samples === 0 && failure !== undefined) {
    session.addFailure("advance", failure);
  } else if (samples > 0) {
    const isWholeWatch = windowMs >= wantedMs;
    session.add(
      checkMovement({
        first,
        highest,
        stepBack,
        watchedMs: elapsed(),
        isFrozenTelling: isWholeWatch && plan.blockTimeMs < slowBlockTimeMs,
      }),
    );
  }
  return { highest, isCatchingUp: isCatchingUp() };
}

// Chain time against wall time. One block is left out: a steady chain can show one more than its share in any window.
function gains(first: Head, highest: Head, elapsedMs: number): boolean {
  const blocks = highest.number - first.number;
  const chainMs = highest.timestampMs - first.timestampMs;
  return blocks >= 2 && (chainMs * (blocks - 1)) / blocks > 1.5 * elapsedMs;
}

interface Seen {
  readonly first: Head;
  readonly highest: Head;
  readonly stepBack: number;
  readonly watchedMs: number;
  /** Whether a head that did not move means anything. */
  readonly isFrozenTelling: boolean;
}

function checkMovement({ first, highest, stepBack, watchedMs, isFrozenTelling }: Seen): CheckResult {
  const watched = duration(watchedMs);
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
  const moved = highest.number - first.number;
  if (moved > 0) {
    return {
      check: "advance",
      verdict: "healthy",
      observed: `${moved} blocks`,
      why: `the head moved by ${moved} in ${watched}`,
    };
  }
  const stood = { check: "advance", observed: "0 blocks", why: `no new block in ${watched}` } as const;
  return isFrozenTelling ? { ...stood, verdict: "degraded", cause: "frozen" } : { ...stood, verdict: "healthy" };
}
