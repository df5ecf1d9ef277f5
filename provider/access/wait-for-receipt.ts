import { z } from "zod";
import type { Clock } from "../base/clock.js";
import { linkSignals } from "../base/linked-signal.js";
import { poll } from "../base/poll.js";
import { NotReadyError } from "../errors/errors.js";
import type { Hex } from "./codec/decode.js";
import type { TransactionReceipt } from "./methods/evm.js";
import { checkOptions, durationOption, signalOption } from "./options.js";
import type { CallOptions, ClientSettings } from "./settings.js";
import { mayPass } from "./subscription/lost-connection.js";

/** How a receipt is waited for. */
export interface WaitForReceiptOptions {
  /** Deadline in milliseconds; a look that is under way then may take up to a second more. @default 60_000 */
  readonly timeoutMs?: number | undefined;
  /** First pause between two looks in milliseconds, at least 10; it doubles up to 4 s. @default 250 */
  readonly pollMs?: number | undefined;
  /** Ends the wait; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A receipt of a transaction that is in a block. */
export interface IncludedReceipt extends TransactionReceipt {
  /** Number of the including block. */
  readonly blockNumber: bigint;
  /** Hash of the including block. */
  readonly blockHash: Hex;
}

const optionsSchema = z.strictObject({
  timeoutMs: durationOption(1).optional(),
  pollMs: durationOption(10).optional(),
  signal: signalOption.optional(),
});

// A look at the very end must have time for an answer, and a node that hangs must not take all the time there is.
const lastLookMs = 1_000;
const longestLookMs = 10_000;

/**
 * Looks for a receipt until the transaction is in a block. A look that fails because the node is throttled, starting, or out of
 * reach for a moment is made again.
 *
 * @throws {NotReadyError} at the deadline; {ProviderError} for what waiting does not mend
 */
export async function waitForReceipt(
  hash: string,
  options: WaitForReceiptOptions,
  settings: Pick<ClientSettings, "clock" | "signal">,
  look: (options: CallOptions) => Promise<TransactionReceipt | null>,
): Promise<IncludedReceipt> {
  checkOptions("waitForReceipt", optionsSchema, options);
  const { signal, release } = linkSignals(settings.signal, options.signal);
  return looks(hash, { ...options, signal }, settings.clock, look).finally(release);
}

async function looks(
  hash: string,
  { timeoutMs = 60_000, pollMs = 250, signal }: WaitForReceiptOptions,
  clock: Clock,
  look: (options: CallOptions) => Promise<TransactionReceipt | null>,
): Promise<IncludedReceipt> {
  const timing = { firstMs: pollMs, longestMs: Math.max(pollMs, 4_000), deadlineMs: timeoutMs, signal };
  return poll(clock, timing, async (wait) => {
    let trouble: unknown;
    try {
      const lookMs = Math.min(Math.max(wait.leftMs, lastLookMs), longestLookMs);
      const receipt = await look({ timeoutMs: lookMs, signal });
      if (receipt !== null && isIncluded(receipt)) {
        return { found: receipt };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!mayPass(error)) {
        throw error;
      }
      trouble = error;
    }
    if (wait.leftMs <= 0) {
      const why = trouble instanceof Error ? ` The last look failed: ${trouble.message}` : "";
      const what = `Transaction ${hash} is in no block after ${timeoutMs / 1000} s: it is pending, dropped or unknown.`;
      throw new NotReadyError(`${what}${why}`, false, { cause: trouble });
    }
    return undefined;
  });
}

function isIncluded(receipt: TransactionReceipt): receipt is IncludedReceipt {
  return receipt.blockNumber !== null && receipt.blockHash !== null;
}
