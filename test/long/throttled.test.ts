import { expect } from "chai";
import type { LogEntry } from "../../sandbox/index";
import { useScene } from "../e2e/scene";

const limit = 5;
const nodeCount = 60;

/** The maximum number of requests started within one second. */
function densest(times: readonly number[]): number {
  return Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + 1000).length));
}

describe("throttling platform", function () {
  this.timeout(180_000);
  const { sandbox, ...scene } = useScene({ rateLimitPerSecond: limit, retryAfter: "seconds", regionalSeconds: 3 });

  const posts = (log: readonly LogEntry[]) =>
    log.filter(({ method, status }) => method === "POST" && status === 201).length;

  it("default rate: no burst, every node created once", async () => {
    const stack = await scene.open("many-nodes.cjs", { arguments: { count: nodeCount } });
    const { BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: _, ...env } = scene.envOf(stack.account);
    stack.setEnv(env);
    const run = await stack.up({ flags: ["--parallel", "100"] });
    expect(run.summary).to.deep.equal({ create: nodeCount + 2 });
    const log = await sandbox.log();
    expect(posts(log)).to.equal(nodeCount + 1);
    expect(densest(log.map(({ time }) => Date.parse(time)))).to.be.at.most(limit + 1);
    expect((await stack.objects()).nodes).to.have.length(nodeCount);
  });

  it("four times the limit configured: slows down, every node created once", async () => {
    const stack = await scene.open("many-nodes.cjs", { arguments: { count: nodeCount } });
    stack.setEnv({ ...scene.envOf(stack.account), BLOCKCHAIN_NODES_REQUESTS_PER_SECOND: "20" });
    const run = await stack.up({ flags: ["--parallel", "100"] });
    expect(run.summary).to.deep.equal({ create: nodeCount + 2 });
    const log = await sandbox.log();
    expect(posts(log)).to.equal(nodeCount + 1);
    const refused = log.filter(({ status }) => status === 429);
    expect(refused).not.to.deep.equal([]);
    expect(refused.length).to.be.below(log.length / 2);
    expect(densest(log.map(({ time }) => Date.parse(time)))).to.be.at.most(20);
    expect((await stack.objects()).nodes).to.have.length(nodeCount);
  });
});
