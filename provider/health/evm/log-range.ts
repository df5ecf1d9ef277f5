import { addOmitted } from "../evidence.js";
import type { ProbeFailure } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { hexOf, oldCall } from "./evm-head.js";

const ranges = [10_000, 1_000, 100] as const;

// From this address there are no logs, so that only the range matters.
const address = `0x${"0".repeat(40)}`;

/** Records the largest range of blocks that `eth_getLogs` accepts, of 10,000, 1,000 and 100. */
export async function addLogRange(session: ProbeSession, head: number): Promise<void> {
  const calls = [];
  let why = "";
  for (const range of ranges.filter((blocks) => blocks <= head)) {
    const from = head - range + 1;
    const call = oldCall("eth_getLogs", [{ fromBlock: hexOf(from), toBlock: hexOf(head), address }], from, head);
    if (session.costOf([call]) > session.unitsLeft) {
      addOmitted(session, "log-range", session.costOf([call]));
      return;
    }
    const [answer] = await session.ask([call]);
    if (answer === undefined) {
      return;
    }
    calls.push(answer);
    if (answer.ok) {
      const observed = `${range} blocks`;
      const accepted = `eth_getLogs accepts ${range} blocks`;
      session.add(
        { check: "log-range", verdict: "healthy", observed, value: range, why: `${accepted}${why}` },
        ...calls,
      );
      return;
    }
    if (!isRangeRefused(answer.failure)) {
      session.addFailure("log-range", answer.failure, ...calls);
      return;
    }
    why = `; not more: ${answer.failure.message}`;
  }
  if (calls.length > 0) {
    const none = `eth_getLogs does not accept ${ranges.at(-1)} blocks${why}`;
    session.add(
      { check: "log-range", verdict: "healthy", observed: "below 100 blocks", value: 0, why: none },
      ...calls,
    );
  }
}

// "Block range limit exceeded" reads like throttling, and a limit of the plan is what is asked for.
function isRangeRefused({ kind, message, retryAfterMs }: ProbeFailure): boolean {
  const isAboutRange = kind === "throttled" && retryAfterMs === undefined && /range|blocks/i.test(message);
  return isAboutRange || ["no-state", "params", "plan", "rpc"].includes(kind);
}
