import { ConfigError } from "../../errors/errors.js";
import type { LocalContext, Operations } from "../resource.js";
import { parseDuration } from "../timeouts.js";
import { isOtherProbe } from "./check.js";
import { waitUntilHealthy } from "./gate.js";
import type { HealthInputs, HealthState } from "./model.js";

const defaultDeadlineMs = 10 * 60_000;

/** The calls of NodeHealth, to nodes alone: there is no object on the platform. */
export const healthOperations: Operations<HealthInputs, HealthState, LocalContext> = {
  async create(inputs, context) {
    const state = await probed(inputs, inputs.timeouts?.create, context);
    return { id: `health-${context.owner.resourceHash}`, state };
  },

  // A refresh must neither wait nor decide anew whether dependents may exist.
  async read(_id, recorded) {
    if (recorded.verdict === undefined) {
      throw new ConfigError("A NodeHealth cannot be read: it is a result in state. Declare one with `new NodeHealth`.");
    }
    return recorded;
  },

  async update(_id, recorded, inputs, context) {
    if (!isOtherProbe({ ...recorded }, { ...inputs })) {
      const { verdict, report } = recorded;
      return { state: { ...inputs, verdict, report } };
    }
    try {
      return { state: await probed(inputs, inputs.timeouts?.update, context) };
    } catch (error) {
      context.signal.throwIfAborted();
      // The old result stays, and differs from the program: the next update probes again.
      const message = error instanceof Error ? error.message : String(error);
      return { state: recorded, failure: { message, cause: error } };
    }
  },

  async remove() {},
};

async function probed(inputs: HealthInputs, timeout: string | undefined, context: LocalContext): Promise<HealthState> {
  const deadlineMs = parseDuration(timeout ?? "") ?? defaultDeadlineMs;
  const report = await waitUntilHealthy(inputs, deadlineMs, context);
  if (report.verdict !== "healthy") {
    context.progress.warn(`Passes as ${report.verdict}: ${report.decidedBy}: ${report.why}`);
  }
  return { ...inputs, verdict: report.verdict, report: { ...report } };
}
