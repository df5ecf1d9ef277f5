import { openHome } from "../test/support/engine/home";
import { pairLife } from "./pair";
import { openPlatform } from "./platform";
import { type PartOptions, type Row, row } from "./rows";
import { openNodes, withoutCheckpoints } from "./stacks";

const count = 100;
const mostV2Kilobytes = 2.8;
const mostV1Kilobytes = 3.3;

/** What a node takes in the state file: the engine rewrites all of it at each step. */
export async function benchState({ say }: PartOptions): Promise<readonly Row[]> {
  const { state } = await pairLife({ count }, say);
  const v1Bytes = await stateOfV1();
  const kilobytes = (bytes: number) => bytes / count / 1_000;
  return [
    row("a v2 node", kilobytes(state.ours), "kB", { atMost: mostV2Kilobytes }),
    row("a twin of a v2 node", kilobytes(state.twins), "kB"),
    row("a v1 node", kilobytes(v1Bytes), "kB", { atMost: mostV1Kilobytes }),
  ];
}

async function stateOfV1(): Promise<number> {
  const [platform, home] = [await openPlatform(), await openHome()];
  try {
    const { project } = platform;
    const place = { type: "shared", provider: "chainstack_global", region: "global1" };
    const network = await platform.post<{ readonly id: string }>("/v1/networks/", {
      project,
      protocol: "ethereum",
      configuration: { network: "ethereum-mainnet" },
      nodes: [{ ...place, name: "first", role: "peer", configuration: { archive: false } }],
    });
    const placement = { ...place, networkId: network.id, configuration: { archive: false }, readiness: "platform" };
    const nodes = await openNodes(platform, home, count, { env: withoutCheckpoints, placement });
    await nodes.run("up");
    return await nodes.stateBytes();
  } finally {
    await platform.close();
    await home.dispose();
  }
}
