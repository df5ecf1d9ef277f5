import type { TestClock } from "./stub-chain.js";

/** What a pretended node of any chain shows of its newest block. */
export interface PretendedHead {
  /** Number of the newest block now. */
  number(): number;
  /** Its time, milliseconds since the epoch; of another block by its number. */
  timeMs(number?: number): number;
  /** Whether the node says that it is catching up. */
  readonly isSyncing: boolean;
}

/** How a pretended head differs from one at the head of the chain. */
export interface HeadOptions {
  /** @default 0 */
  readonly ageMs?: number;
  /** Blocks per block time; 0 is frozen. @default 1 */
  readonly speed?: number;
  /** @default false */
  readonly isSyncing?: boolean;
}

// Below 10⁹, so that no number looks like a time.
const firstNumber = 300_000_000;

/** A head that moves with a clock. */
export function pretendedHead(
  clock: TestClock,
  blockMs: number,
  { ageMs = 0, speed = 1, isSyncing = false }: HeadOptions = {},
): PretendedHead {
  const startMs = clock.nowMs;
  const number = () => firstNumber + Math.floor((speed * (clock.nowMs - startMs)) / blockMs);
  return {
    number,
    timeMs: (of = number()) => startMs - ageMs + (of - firstNumber) * blockMs,
    isSyncing,
  };
}
