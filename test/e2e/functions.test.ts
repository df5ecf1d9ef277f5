import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { saidBy } from "../support/engine/run";
import { type SceneStack, useScene } from "./scene";

describe("functions in a program", function () {
  this.timeout(180_000);
  const { sandbox, ...scene } = useScene();
  let stack: SceneStack;
  /** Where the program notes what it sees. */
  let notes: string;

  /** Contents that the program saw, by name; what stayed unknown is missing. */
  const seen = async (): Promise<Readonly<Record<string, unknown>>> => {
    const text = await readFile(notes, "utf8").catch(() => "");
    const lines = text.split("\n").filter((line) => line !== "");
    return Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, unknown]));
  };

  const asked = async () => [...(await sandbox.requests())].sort();

  const watchProgram = () => stack.setProgram("functions.cjs", { seen: notes });

  before(async () => {
    // The environment names no account: the program sees the stack's configuration.
    stack = await scene.open("functions.cjs", { env: {} });
    notes = join(stack.folder, "seen");
    await watchProgram();
  });
  beforeEach(() => rm(notes, { force: true }));

  /** Config of the stack that leads to the sandbox. */
  const configure = (offline: boolean) =>
    stack.configure({
      "blockchain-nodes:baseUrl": sandbox.baseUrl,
      "blockchain-nodes:apiKey": { secret: stack.account.apiKey },
      "blockchain-nodes:requestsPerSecond": "500",
      "blockchain-nodes:offline": String(offline),
    });

  it("preview without a key: unknown; no request", async () => {
    const run = await stack.preview();
    expect(run.summary).to.deep.equal({ create: 3 });
    expect(await seen()).to.deep.equal({});
    expect(await asked()).to.deep.equal([]);
  });

  it("preview without a key, plain form: fails and names config key and environment variable", async () => {
    await stack.setProgram("plain-function.cjs");
    const run = await stack.preview({ expectFailure: true });
    expect(saidBy(run)).to.match(/blockchain-nodes:baseUrl.*BLOCKCHAIN_NODES_BASE_URL/);
    expect(await asked()).to.deep.equal([]);
    await watchProgram();
  });

  it("offline preview: unknown; no request", async () => {
    await configure(true);
    await stack.preview();
    expect(await seen()).to.deep.equal({});
    expect(await asked()).to.deep.equal([]);
  });

  it("preview with a key: results, as far as the arguments are known", async () => {
    await configure(false);
    await stack.preview();
    const contents = await seen();
    expect(Object.keys(contents).sort()).to.deep.equal(["all", "organization"]);
    expect(contents.all).to.deep.equal([]);
    expect(await asked()).to.deep.equal(["GET /v1/organization/", "GET /v2/projects/"]);
  });

  it("up: results after the resources they depend on; only endpoints are secret", async () => {
    await stack.up();
    const outputs = await stack.outputs();
    const { nodes } = await stack.objects();
    const ids = nodes.map(({ id }) => id);
    expect(outputs.organization?.value).to.match(/^RG-/);
    expect(outputs.own?.value.map(({ id }: { id: string }) => id)).to.deep.equal(ids);
    expect(outputs.own?.secret).to.equal(false);
    expect(outputs.endpoints?.secret).to.equal(true);
    expect(outputs.endpoints?.value[0].endpoints.https).to.match(/[0-9a-f]{28}/);
  });

  it("state and display: no key and no credential in cleartext", async () => {
    const run = await stack.up();
    const outputs = await stack.outputs();
    const [first] = outputs.endpoints?.value ?? [];
    const token = /[0-9a-f]{28,}/.exec(first.endpoints.https)?.[0];
    const { endpoints, ...others } = outputs;
    const shown = JSON.stringify([others, run.stdout, run.stderr, run.diagnostics, await stack.storedState()]);
    expect(token).to.be.a("string");
    expect(shown).not.to.include(token);
    expect(shown).not.to.include(stack.account.apiKey);
  });

  it("next run: queried again; no change shown without one", async () => {
    expect((await stack.up()).summary).to.deep.equal({ same: 3 });
    expect(await asked()).to.include("GET /v2/nodes/");
  });

  it("destroy: nothing remains", async () => {
    stack.setEnv(scene.envOf(stack.account));
    await stack.destroy();
    expect((await stack.objects()).nodes).to.deep.equal([]);
  });
});
