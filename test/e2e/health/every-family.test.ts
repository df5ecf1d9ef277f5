import { expect } from "chai";
import { recordedSamples } from "../../support/sandbox/recorded-chains";
import { type SceneStack, useScene } from "../scene";

const chains = ["ethereum-mainnet", "bitcoin-regtest", ...recordedSamples.map(({ chain }) => chain)];

describe("stack with a node of every family of chains on the real engine", function () {
  this.timeout(300_000);
  const { sandbox, ...scene } = useScene();
  let stack: SceneStack;
  before(async () => {
    stack = await scene.open("health/every-family.cjs", { arguments: { chains } });
  });

  it("readiness rpc and stackHealth: every node created, ready and healthy", async () => {
    await stack.up();
    const { health } = JSON.parse(await stack.must("stack", "output", "--json"));
    expect(health.verdict, JSON.stringify(health)).to.equal("healthy");
    const verdicts = health.report.nodes.map(({ chain, verdict }: Seen) => `${chain} ${verdict}`);
    expect(verdicts).to.deep.equal(chains.map((chain) => `${chain} healthy`));
  });

  it("command health: 0; with each node on the wrong chain: 1, and why", async () => {
    const healthy = await stack.ownCli(["health", "--stack", "dev", "--json"]);
    expect(healthy.exitCode, healthy.stdout).to.equal(0);
    for (const chain of chains) {
      await sandbox.admin("POST", `/nodes/${(await stack.stateOf(chain)).id}/rpc`, { mode: "wrong-chain" });
    }
    const { exitCode, stdout } = await stack.ownCli(["health", "--stack", "dev", "--json"]);
    expect(exitCode, stdout).to.equal(1);
    const nodes: readonly Seen[] = JSON.parse(stdout).nodes;
    expect(nodes.map(({ chain, isWrongChain }) => `${chain} ${isWrongChain}`).sort()).to.deep.equal(
      chains.map((chain) => `${chain} true`).sort(),
    );
  });
});

interface Seen {
  readonly chain: string;
  readonly verdict: string;
  readonly isWrongChain: boolean;
}
