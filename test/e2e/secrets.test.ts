import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { useEngine } from "../support/engine/home";
import type { RunRecord } from "../support/engine/run";
import { type Scene, type SceneStack, useScene } from "./scene";

const root = resolve(__dirname, "../..");
/** Every credential that the platform gave out, and the key to the platform itself. */
async function canaries({ sandbox }: Pick<Scene, "sandbox">, apiKey: string): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const lists = await Promise.all(
    ["/v1/nodes/", "/v2/nodes/"].map(async (path) => {
      const answer = await fetch(sandbox.baseUrl + path, { headers });
      return ((await answer.json()) as { results: { details: Record<string, unknown> }[] }).results;
    }),
  );
  const values = lists.flat().flatMap(({ details }) => Object.values(details));
  const texts = values.filter((value): value is string => typeof value === "string");
  const tokens = texts.flatMap((text) => text.match(/[0-9a-f]{32}/g) ?? []);
  const passwords = lists
    .flat()
    .flatMap(({ details }) => (typeof details.auth_password === "string" ? [details.auth_password] : []));
  return [...new Set([...tokens, ...passwords, apiKey])];
}

/**
 * What a run shows. Debug events are left out: the SDK itself writes each answer of the engine into them in clear, for
 * every kind of resource; docs/secrets.md warns of it.
 */
function printed({ stdout, stderr, events }: RunRecord): string {
  const shown = events.filter(({ diagnosticEvent }) => String(diagnosticEvent?.severity) !== "debug");
  return stdout + stderr + JSON.stringify(shown);
}

/** The stored text of each of our resources, by logical name; the file backend stores compact JSON. */
function storedSizes(state: string): Readonly<Record<string, number>> {
  const { checkpoint } = JSON.parse(state) as { checkpoint: { latest: { resources: { urn: string }[] } } };
  return Object.fromEntries(
    checkpoint.latest.resources.map((resource) => [
      resource.urn.split("::").at(-1),
      Buffer.byteLength(JSON.stringify(resource)),
    ]),
  );
}

describe("secrets of a stack", function () {
  this.timeout(180_000);
  const scene = useScene();
  let stack: SceneStack;
  let secrets: readonly string[];
  let logs: string;

  before(async () => {
    stack = await scene.open("secrets.cjs");
    const runs = [await stack.up(), await stack.up({ flags: ["--diff"] }), await stack.refresh()];
    secrets = await canaries(scene, stack.account.apiKey);
    logs = runs.map(printed).join("\n");
  });

  const leaks = (text: string) => secrets.filter((secret) => text.includes(secret));

  it("values: at least a token and a password for each node, and the management key", () => {
    expect(secrets).to.have.length.of.at.least(7);
  });

  it("stored state: none", async () => {
    const state = await stack.storedState();
    expect(state).to.include("ciphertext");
    expect(leaks(state)).to.deep.equal([]);
  });

  it("lines and events of the engine, also with --diff: none", () => {
    expect(logs).to.include("healthy");
    expect(leaks(logs)).to.deep.equal([]);
  });

  it("size of the state: at most 2.8 kB for a v2 node and 3.3 kB for a v1 node", async () => {
    const state = await stack.storedState();
    const sizes = storedSizes(state);
    expect(sizes.rpc).to.be.within(1_000, 2_800);
    expect(sizes.second).to.be.within(1_000, 3_300);
  });

  it("messages of a failed create: none", async () => {
    await scene.sandbox.change({ regionalSeconds: 3_600 });
    stack.setArguments({ isLate: true });
    const run = await stack.up({ expectFailure: true });
    expect(leaks(printed(run))).to.deep.equal([]);
    await stack.destroy();
    expect(leaks(await stack.storedState())).to.deep.equal([]);
  });
});

describe("npm run demo", function () {
  this.timeout(240_000);
  useEngine();

  it("run: exits with 0, leaves nothing on the platform and prints no secret", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", join(root, "scripts/demo.ts")], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        printed += chunk;
      });
    }
    const [code] = await once(child, "close");
    expect(code, printed).to.equal(0);
    expect(printed).to.include("no project, network or node is left on the platform");
    // Tokens, passwords and keys have shapes; none of them may be in the output.
    expect(printed.match(/[0-9a-f]{28,}|\b[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}\b|:\/\/[^\s/]+@/g)).to.equal(null);
  });
});
