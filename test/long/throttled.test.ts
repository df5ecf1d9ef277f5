import { expect } from "chai";
import { Node, Project } from "pulumi-blockchain-nodes";
import type { LogEntry } from "../../sandbox/index";
import { openScene, platformEnv, type Scene } from "../e2e/scene";
import { useEngine } from "../support/engine-home";

const limit = 5;
const nodeCount = 60;

/** Sixty nodes at once; what is proven here is the pace of the calls, so no process has to answer. */
async function manyNodes() {
  const project = new Project("apps");
  for (let index = 0; index < nodeCount; index += 1) {
    new Node(`rpc-${index}`, { project: project.id, chain: "ethereum-mainnet", readiness: "platform" });
  }
}

/** The most requests that began within one second. */
function densest(times: readonly number[]): number {
  return Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + 1000).length));
}

describe("a platform that throttles", function () {
  this.timeout(180_000);
  useEngine();
  let scene: Scene;

  beforeEach(async () => {
    scene = await openScene(manyNodes, {
      settings: { nodeStart: "request", rateLimitPerSecond: limit, retryAfter: "seconds" },
    });
  });
  afterEach(() => scene.close());

  const posts = (log: readonly LogEntry[]) =>
    log.filter(({ method, status }) => method === "POST" && status === 201).length;

  it("is met at the default pace without a burst, and every node is made once", async () => {
    const { BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: _, ...env } = platformEnv(scene.sandbox);
    scene.stack.setEnv(env);
    const run = await scene.stack.up({ parallel: 100 });
    expect(run.summary).to.deep.equal({ create: nodeCount + 2 });
    const log = await scene.admin<readonly LogEntry[]>("GET", "/requests");
    expect(posts(log)).to.equal(nodeCount + 1);
    expect(densest(log.map(({ time }) => Date.parse(time)))).to.be.at.most(limit + 1);
    expect((await scene.objects()).nodes).to.have.length(nodeCount);
  });

  it("slows down a provider that was told to go four times as fast, and every node is made once", async () => {
    scene.stack.setEnv({ ...platformEnv(scene.sandbox), BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "20" });
    const run = await scene.stack.up({ parallel: 100 });
    expect(run.summary).to.deep.equal({ create: nodeCount + 2 });
    const log = await scene.admin<readonly LogEntry[]>("GET", "/requests");
    expect(posts(log)).to.equal(nodeCount + 1);
    const refused = log.filter(({ status }) => status === 429);
    expect(refused).not.to.deep.equal([]);
    expect(refused.length).to.be.below(log.length / 2);
    expect(densest(log.map(({ time }) => Date.parse(time)))).to.be.at.most(20);
    expect((await scene.objects()).nodes).to.have.length(nodeCount);
  });
});
