import type { Clock } from "../base/clock.js";
import { linkSignals } from "../base/linked-signal.js";
import { poll } from "../base/poll.js";
import { secondsText } from "../base/text.js";
import { NotReadyError } from "../errors/errors.js";
import { z } from "../vendor/zod.js";
import type { Hex } from "./codec/values.js";
import type { TransactionReceipt } from "./methods/evm.js";
import { checkOptions, durationOption, signalOption } from "./options.js";
import type { CallOptions, ClientSettings } from "./settings.js";
import { isTemporary } from "./subscription/lost-connection.js";

/** How to wait for a receipt. */
export interface WaitForReceiptOptions {
  /** Deadline in milliseconds; a poll in flight may then take up to one second more. @default 60_000 */
  readonly timeoutMs?: number | undefined;
  /** First pause between two polls in milliseconds, at least 10; it doubles up to 4 s. @default 250 */
  readonly pollMs?: number | undefined;
  /** Ends the wait, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A receipt of an included transaction. */
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

// The last poll needs time for a response, and a node that hangs must not use up the whole deadline.
const minPollMs = 1_000;
const maxPollMs = 10_000;

/**
 * Polls for a receipt until the transaction is in a block. A poll that fails because the node is throttled, starting,
 * or briefly unreachable is retried.
 *
 * @throws {NotReadyError} at the deadline; {ProviderError} for permanent failures
 */
export async function waitForReceipt(
  hash: string,
  options: WaitForReceiptOptions,
  settings: Pick<ClientSettings, "clock" | "signal">,
  getReceipt: (options: CallOptions) => Promise<TransactionReceipt | null>,
): Promise<IncludedReceipt> {
  checkOptions("waitForReceipt", optionsSchema, options);
  const { signal, release } = linkSignals(settings.signal, options.signal);
  return pollReceipt(hash, { ...options, signal }, settings.clock, getReceipt).finally(release);
}

async function pollReceipt(
  hash: string,
  { timeoutMs = 60_000, pollMs = 250, signal }: WaitForReceiptOptions,
  clock: Clock,
  getReceipt: (options: CallOptions) => Promise<TransactionReceipt | null>,
): Promise<IncludedReceipt> {
  const timing = { firstMs: pollMs, longestMs: Math.max(pollMs, 4_000), deadlineMs: timeoutMs, signal };
  return poll(clock, timing, async (wait) => {
    let lastError: unknown;
    try {
      const pollTimeoutMs = Math.min(Math.max(wait.leftMs, minPollMs), maxPollMs);
      const receipt = await getReceipt({ timeoutMs: pollTimeoutMs, signal });
      if (receipt !== null && isIncluded(receipt)) {
        return { found: receipt };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isTemporary(error)) {
        throw error;
      }
      lastError = error;
    }
    if (wait.leftMs <= 0) {
      const why = lastError instanceof Error ? ` The last poll failed: ${lastError.message}` : "";
      const what = `Transaction ${hash} is not in a block after ${secondsText(timeoutMs)}: it is pending, dropped or unknown.`;
      throw new NotReadyError(`${what}${why}`, false, { cause: lastError });
    }
    return undefined;
  });
}

function isIncluded(receipt: TransactionReceipt): receipt is IncludedReceipt {
  return receipt.blockNumber !== null && receipt.blockHash !== null;
}
