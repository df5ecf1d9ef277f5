import { addOffer, addRefusal } from "../offer.js";
import type { PricedCall } from "../session/budget.js";
import type { Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";

/** The call that creates a filter. It must be passed to {@link addFilters}, which removes the filter. */
export const newFilter: PricedCall = { method: "eth_newBlockFilter" };

const what = "eth_newBlockFilter";

/**
 * Records whether filters work, and removes the one that was made. Its loss is no fault: on a shared node the next call
 * may reach another backend.
 */
export async function addFilters(session: ProbeSession, created: Reading): Promise<void> {
  if (!created.ok || typeof created.value !== "string") {
    addOffer(session, { check: "filters", what, describe: () => undefined }, created);
    return;
  }
  const params = [created.value];
  const answers = await session.ask([
    { method: "eth_getFilterChanges", params },
    { method: "eth_uninstallFilter", params },
  ]);
  const [changes, removal] = answers;
  const calls = [created, ...answers];
  if (removal?.ok === false && removal.failure.kind !== "no-filter") {
    // The filter would only expire minutes later.
    calls.push(...(await session.ask([{ method: "eth_uninstallFilter", params }])));
  }
  if (changes?.ok === true && changes.value === null) {
    addLost(session, "null", calls);
  } else if (changes?.ok === false && changes.failure.kind === "no-filter") {
    addLost(session, changes.failure.message, calls);
  } else if (changes?.ok === false) {
    addRefusal(session, "filters", what, changes.failure, ...calls);
  } else if (changes !== undefined) {
    addOffer(session, { check: "filters", what, describe: describeChanges }, changes, ...calls);
  }
}

// hardhat returns null for a filter that it does not know.
function addLost(session: ProbeSession, seen: string, calls: readonly Reading[]): void {
  const why = `the filter was not found on the next call (${seen}), as is normal behind a load balancer`;
  session.add({ check: "filters", verdict: "healthy", cause: "no-filter", observed: "lost", why }, ...calls);
}

function describeChanges(value: unknown): string | undefined {
  return Array.isArray(value) ? `${value.length} new blocks` : undefined;
}
