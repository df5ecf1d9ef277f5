import type { RealNode, Upstream } from "../nodes/real-node";

/** Longest wait of a request for a node that is starting. */
const startDeadlineMs = 15_000;

/** Resolves where requests for a node go; waits for its start up to a deadline. */
export async function resolveUpstream(real: RealNode): Promise<Upstream> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Upstream>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "dead", reason: "the node did not start in time" }), startDeadlineMs);
  });
  const resolved = await Promise.race([real.ensureStarted(), late]);
  clearTimeout(timer);
  return resolved;
}
