import type { NodeKind, Rpc } from "../kind";

const initialBlocks = 12;
/** A restart restores the height up to this, so that it takes seconds. */
const maxInitialBlocks = 1000;

/** Common properties of Bitcoin nodes and forks. */
export const bitcoinFamily = {
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: { stale: 21_600, behind: 7_200 },
  height: async (rpc) => Number(await rpc("getblockcount")),
  adjust: () => Promise.resolve(false),
  upstreamPath: (rest) => (rest === "" || rest === "/" ? "/" : undefined),
} satisfies Partial<NodeKind>;

/** Milliseconds between the blocks that the sandbox mines. */
export const blockIntervalMs = 10_000;

/**
 * Mines the first blocks, the last of them `ageSeconds` old; the clock of the node stays there.
 * @param height height to reach, so that a restart does not shorten the chain
 */
export async function mineHistory(
  rpc: Rpc,
  ageSeconds: number,
  height: number,
  mine: (blocks: number) => Promise<unknown>,
): Promise<void> {
  const head = nowSeconds() - ageSeconds;
  const blocks = Math.max(initialBlocks, Math.min(height, maxInitialBlocks));
  await rpc("setmocktime", head - blocks);
  await mine(blocks);
  await rpc("setmocktime", head);
  await mine(1);
}

/** Value of the `Authorization` header of basic authentication. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** Seconds since 1970. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
