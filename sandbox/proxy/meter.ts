import type { SandboxContext } from "../context";
import type { LogEntry } from "../state/request-log";
import type { ProxyOutcome } from "./answer";

/** Methods that cost two request units. Archive state does too, but a call does not reveal it. */
const doubleMethods = /^(?:debug_|trace_|eth_callMany$)/;

/** Meters a served request, every call of a batch. Dedicated nodes are not billed by request. */
export function meter(context: SandboxContext, { node: id = "", rpc = [] }: LogEntry, outcome: ProxyOutcome): void {
  const node = context.store.nodes.get(id);
  if (node?.type === "shared" && typeof outcome === "number" && outcome < 400) {
    const units = rpc.map((method) => (doubleMethods.test(method) ? 2 : 1));
    const requestUnits = Math.max(
      1,
      units.reduce<number>((sum, unit) => sum + unit, 0),
    );
    context.store.usage.add(node.id, context.store.clock.now(), { requestUnits });
  }
}
