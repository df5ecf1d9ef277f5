import type { SandboxContext } from "../context";
import type { Upstream } from "../nodes/real-node";

/** How long a request waits for a node that is still starting. */
const startDeadlineMs = 15_000;

/** Where the requests for a node go; waits for its start, but not for ever. */
export async function resolveUpstream(context: SandboxContext, id: string): Promise<Upstream> {
  const real = context.fleet.get(id);
  if (real === undefined) {
    return { kind: "dead", reason: "the node is gone" };
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Upstream>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "dead", reason: "the node did not start in time" }), startDeadlineMs);
  });
  const reached = await Promise.race([real.reach(), late]);
  clearTimeout(timer);
  return reached;
}
