import { expect } from "chai";
import { type SceneStack, useScene } from "../scene";

const nodeCount = 60;
const workers = 8;
// Six pages of ten, and the first one again.
const walk = 7;

const total = (calls: Readonly<Record<string, number>>) => Object.values(calls).reduce((sum, count) => sum + count, 0);

describe("platform calls of a stack of 60 nodes, ten to a page", function () {
  this.timeout(300_000);
  const { sandbox, ...scene } = useScene({ pageSize: 10 });
  let stack: SceneStack;

  /** Calls since the last count, by method and kind of path. */
  const callsOf = async (): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {};
    for (const request of await sandbox.requests()) {
      const kind = request.replace(/(?:ND|PR)-[\w-]+/, "{id}");
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    await sandbox.forget();
    return counts;
  };
  const flags = ["--parallel", String(workers)];

  before(async () => {
    stack = await scene.open("many-nodes.cjs", { arguments: { count: nodeCount } });
    await sandbox.forget();
  });

  it("up: one look for claims in each list, and two calls for each object", async () => {
    await stack.up({ flags });
    expect(await callsOf()).to.deep.equal({
      "GET /v1/organization/": 1,
      "GET /v2/deployment-options/": 1,
      "GET /v2/projects/": 1,
      "GET /v1/nodes/": 1,
      "GET /v2/nodes/": 1,
      "POST /v2/projects/": 1,
      "PATCH /v2/projects/{id}/": 1,
      "POST /v2/nodes/": nodeCount,
      "PATCH /v2/nodes/{id}/": nodeCount,
    });
  });

  it("preview without changes: none", async () => {
    await stack.preview({ flags });
    expect(await callsOf()).to.deep.equal({});
  });

  it("refresh: one walk of the list", async () => {
    await stack.refresh({ flags });
    const calls = await callsOf();
    expect(total(calls), JSON.stringify(calls)).to.be.at.most(walk + 3);
  });

  it("state: at most 2.8 kB for each node", async () => {
    const { checkpoint } = JSON.parse(await stack.storedState()) as {
      checkpoint: { latest: { resources: { type: string }[] } };
    };
    const sizes = checkpoint.latest.resources
      .filter(({ type }) => type.endsWith(":Node"))
      .map((resource) => Buffer.byteLength(JSON.stringify(resource)));
    expect(sizes).to.have.length(nodeCount);
    expect(Math.max(...sizes)).to.be.at.most(2_800);
  });

  it("destroy: one call for each object, and a walk for each round of the engine's workers", async () => {
    // On a real platform the requests of the workers overlap. So that they do on a busy machine too, they take long,
    // and the engine does not write its state between them.
    await sandbox.change({ latencyMs: 800 });
    stack.setEnv({ ...scene.envOf(stack.account), PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" });
    await stack.destroy({ flags });
    const calls = await callsOf();
    const rounds = Math.ceil(nodeCount / workers);
    expect(calls).to.include({ "DELETE /v2/nodes/{id}/": nodeCount, "DELETE /v2/projects/{id}/": 1 });
    expect(total(calls), JSON.stringify(calls)).to.be.at.most(nodeCount + rounds * Math.min(walk, workers) + walk + 3);
  });

  it("60 nodes that wait together: read together, at most a walk each half second", async () => {
    await sandbox.change({ latencyMs: 0, regionalSeconds: 3 });
    const placement = { chain: "ethereum-mainnet", region: "lon1" };
    const waiting = await scene.open("many-nodes.cjs", { arguments: { count: nodeCount, placement } });
    await sandbox.forget();
    await waiting.up({ flags: ["--parallel", "100"] });
    const log = await sandbox.log();
    const reads = log
      .filter(({ method, path }) => method === "GET" && /^\/v2\/nodes\/./.test(`${path}?`))
      .map(({ time }) => Date.parse(time));
    const moments = Math.ceil((Math.max(...reads) - Math.min(...reads)) / 500) + 1;
    expect(reads.length, `${moments} moments`).to.be.within(walk, moments * walk);
    await waiting.destroy({ flags: ["--parallel", "100"] });
  });
});
