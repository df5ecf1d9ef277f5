import { addOmitted } from "../evidence.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { readState, stateAt } from "./archive.js";

/**
 * Records the first block whose state the node has, by binary search: at most log₂(head) calls, and none if the budget
 * does not allow all of them. A pruned node forgets blocks meanwhile, so that the result is approximate.
 */
export async function addDepth(session: ProbeSession, head: number): Promise<void> {
  const archive = session.checks.find(({ check }) => check === "archive");
  if (archive?.observed === "archive") {
    const why = `state since block 1, ${head} blocks`;
    session.add({ check: "depth", verdict: "healthy", observed: `${head} blocks`, value: head, why });
    return;
  }
  if (archive?.observed !== "full") {
    return;
  }
  const units = Math.ceil(Math.log2(head)) * session.costOf([stateAt(1, head)]);
  if (units > session.unitsLeft) {
    addOmitted(session, "depth", units);
    return;
  }
  const calls: Reading[] = [];
  // Block 1 has no state; the head has.
  let [missing, kept] = [1, head];
  while (kept - missing > 1) {
    const middle = Math.floor((missing + kept) / 2);
    const [answer] = await session.ask([stateAt(middle, head)]);
    if (answer === undefined) {
      return;
    }
    calls.push(answer);
    const state = readState(answer);
    if (state === "unclear") {
      addUnclear(session, answer, calls);
      return;
    }
    [missing, kept] = state === "kept" ? [missing, middle] : [middle, kept];
  }
  const blocks = head - kept + 1;
  const why = `state since block ${kept}, the newest ${blocks} blocks`;
  session.add({ check: "depth", verdict: "healthy", observed: `${blocks} blocks`, value: blocks, why }, ...calls);
}

function addUnclear(session: ProbeSession, answer: Reading, calls: readonly Reading[]): void {
  if (answer.ok) {
    const why = "the search for the first block with state met an unreadable balance";
    session.add({ check: "depth", verdict: "unknown", cause: "shape", why }, ...calls);
  } else {
    session.addFailure("depth", answer.failure, ...calls);
  }
}
