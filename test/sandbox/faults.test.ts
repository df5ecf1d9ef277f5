import { expect } from "chai";
import { type ManagementScene, openManagement, type Reply, until } from "../support/sandbox/management-scene";

describe("faults", () => {
  let scene: ManagementScene;
  before(async () => {
    scene = await openManagement();
  });
  afterEach(() => scene.admin("DELETE", "/faults"));
  after(() => scene.sandbox.close());

  const set = (fault: unknown, more: Record<string, unknown> = {}) =>
    scene.admin("POST", "/faults", { match: { operation: "createProjectV2" }, fault, ...more });
  const create = (name: string) => scene.api("POST", "/v2/projects/", { name });
  const exists = async (name: string) =>
    ((await scene.api("GET", "/v2/projects/")).body.results ?? []).some((project) => project.name === name);
  const hits = async () => ((await scene.admin("GET", "/faults")).body as unknown as { hits: number }[])[0]?.hits;
  const failure = (answer: Promise<Reply>) =>
    answer.then(
      () => "answered",
      (error: Error) => String((error.cause as { code?: string } | undefined)?.code ?? error.message),
    );

  it("status with times and skip: replaces the operation that often, after the skipped requests", async () => {
    await set({ type: "status", status: 500 }, { times: 2, skip: 1 });
    const statuses = [];
    for (const name of ["s1", "s2", "s3", "s4"]) {
      statuses.push((await create(name)).status);
    }
    expect(statuses).to.deep.equal([201, 500, 500, 201]);
    expect([await exists("s1"), await exists("s2"), await exists("s4")]).to.deep.equal([true, false, true]);
    const [fault] = (await scene.admin("GET", "/faults")).body as unknown as Record<string, unknown>[];
    expect(fault).to.include({ remaining: 0, hits: 2, skip: 0 });
  });

  it("status with commit: returned after the operation", async () => {
    await set({ type: "status", status: 502, body: "<html>Bad Gateway</html>", commit: true });
    const answer = await create("committed");
    expect(answer).to.include({ status: 502, text: "<html>Bad Gateway</html>" });
    expect(answer.headers.get("content-type")).to.equal("text/html");
    expect(await exists("committed")).to.equal(true);
  });

  for (const [retryAfter, expected] of [
    [7, /^7$/],
    ["date", / GMT$/],
    [undefined, /^null$/],
  ] as const) {
    it(`status 429: Retry-After ${retryAfter ?? "absent"}`, async () => {
      await set({ type: "status", status: 429, ...(retryAfter !== undefined && { retryAfter }) });
      const answer = await create("throttled");
      expect(answer.status).to.equal(429);
      expect(String(answer.headers.get("retry-after"))).to.match(expected);
    });
  }

  for (const commit of [false, true]) {
    it(`drop, commit ${commit}: connection reset ${commit ? "after" : "before"} the operation`, async () => {
      await set({ type: "drop", commit });
      expect(await failure(create(`dropped-${commit}`))).to.match(/ECONNRESET|UND_ERR_SOCKET/);
      expect(await exists(`dropped-${commit}`)).to.equal(commit);
      const log = (await scene.admin("GET", "/requests?operation=createProjectV2")).body as unknown as {
        outcome: string;
      }[];
      expect(log.at(-1)).to.include({ outcome: "dropped", status: null });
    });

    it(`hang, commit ${commit}: no response, ${commit ? "after" : "before"} the operation`, async () => {
      await set({ type: "hang", commit });
      const leaving = new AbortController();
      const waiting = fetch(`${scene.sandbox.baseUrl}/v2/projects/`, {
        method: "POST",
        headers: { authorization: `Bearer ${scene.sandbox.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ name: `hung-${commit}` }),
        signal: leaving.signal,
      }).then(String, (error: Error) => error.name);
      await until(async () => ((await hits()) === 1 && (await exists(`hung-${commit}`)) === commit ? true : undefined));
      expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 100, "no response"))])).to.equal(
        "no response",
      );
      leaving.abort();
      expect(await waiting).to.equal("AbortError");
      expect(await exists(`hung-${commit}`)).to.equal(commit);
    });
  }

  it("delay: the response is late", async () => {
    await set({ type: "delay", ms: 120 });
    const started = performance.now();
    expect((await create("slow")).status).to.equal(201);
    expect(performance.now() - started).to.be.greaterThan(115);
  });

  it("truncate: half of the JSON in a complete message", async () => {
    await set({ type: "truncate" });
    const answer = await create("halved");
    expect(answer.status).to.equal(201);
    expect(() => JSON.parse(answer.text) as unknown).to.throw(SyntaxError);
    expect(await exists("halved")).to.equal(true);
  });

  it("cut: the connection breaks in the middle of the body", async () => {
    await set({ type: "cut" });
    expect(await failure(create("broken"))).to.match(/ECONNRESET|UND_ERR_SOCKET/);
    expect(await exists("broken")).to.equal(true);
  });

  it("show-as: objects shown differently everywhere, but not changed", async () => {
    const project = await scene.project();
    const { id } = await scene.node(project);
    const fault = {
      type: "show-as",
      id,
      fields: { region: "us-east-1", "details.wss_endpoint": null, "details.auth_key": "" },
      omit: ["type", "details.https_endpoint", "nothing.there"],
    };
    const other = await scene.node(project);
    await scene.admin("POST", "/faults", { fault, times: null });
    // A node as shown in a network, in a list, and by itself.
    const own = async (path: string) => {
      const { text } = await scene.api("GET", path);
      const body = JSON.parse(text) as Held & { readonly results?: readonly Held[] };
      return (body.results ?? [body]).flatMap((item) => [item, ...(item.nodes ?? [])]).find((item) => item.id === id);
    };
    const network = (await scene.api("GET", `/v1/nodes/${id}/`)).body.network;
    for (const path of [`/v1/nodes/${id}/`, "/v1/nodes/", "/v1/networks/", `/v1/networks/${network}/`]) {
      const shown = await own(path);
      expect(shown, path).to.deep.include({ region: "us-east-1" }).and.not.to.have.property("type");
      expect(shown?.details)
        .to.include({ wss_endpoint: null, auth_key: "" })
        .and.not.to.have.property("https_endpoint");
    }
    expect((await scene.api("GET", `/v2/nodes/${id}/`)).body).to.include({ region: "us-east-1", project });
    expect((await scene.api("GET", `/v2/nodes/${other.id}/`)).body).to.include({ region: "global1" });
    await scene.admin("DELETE", "/faults");
    expect((await scene.api("GET", `/v1/nodes/${id}/`)).body).to.include({ region: "global1", type: "shared" });
  });

  it("stale-list: the list as of the moment when the fault was set", async () => {
    await scene.admin("POST", "/faults", { match: { operation: "listAll*" }, fault: { type: "stale-list" }, times: 1 });
    await create("unseen");
    expect(await exists("unseen")).to.equal(false);
    expect(await exists("unseen")).to.equal(true);
  });

  it("deployment: the node fails, even a global one", async () => {
    const project = await scene.project();
    const match = { operation: "createNodeV2" };
    await scene.admin("POST", "/faults", { match, fault: { type: "deployment", outcome: "failed", seconds: 0.1 } });
    const node = await scene.node(project);
    expect(node).to.include({ status: "pending" });
    const path = `/v2/nodes/${node.id}/`;
    await until(async () => ((await scene.api("GET", path)).body.status === "failed" ? true : undefined));
    expect((await scene.api("GET", path)).body.details).to.deep.equal({});
    expect((await scene.node(project)).status).to.equal("running");
  });

  for (const [what, match, expected] of [
    ["method", { method: "PATCH" }, 201],
    ["method", { method: "POST" }, 503],
    ["glob of the path", { path: "/v2/*/" }, 503],
    ["glob within one segment", { path: "/v2/*" }, 201],
    ["glob across segments", { path: "/v2/**" }, 503],
    ["regular expression of the path", { path: "^/v[12]/projects/$" }, 503],
    ["text in the body", { body: "needle" }, 503],
    ["text missing from the body", { body: "haystack" }, 201],
    ["nothing", {}, 503],
    ["requests to nodes", { operation: "rpc" }, 201],
  ] as const) {
    it(`match by ${what}, ${JSON.stringify(match)}: ${expected}`, async () => {
      await scene.admin("POST", "/faults", { match, fault: { type: "status", status: 503 } });
      expect((await create("needle")).status).to.equal(expected);
    });
  }

  for (const [what, request, message] of [
    ["an unknown type", { fault: { type: "explode" } }, /fault\.type must be one of status, delay/],
    ["a parameter of another fault", { fault: { type: "drop", ms: 1 } }, /fault\.ms: unknown key; known: commit/],
    ["a status outside the range", { fault: { type: "status", status: 99 } }, /fault\.status must be a number/],
    ["an unknown key", { match: { verb: "GET" }, fault: { type: "drop" } }, /match\.verb: unknown key/],
    [
      "an invalid regular expression",
      { match: { path: "^(" }, fault: { type: "drop" } },
      /match\.path must be a regular/,
    ],
    [
      "an rpc fault that changes a response",
      { match: { operation: "rpc" }, fault: { type: "truncate" } },
      /never changed/,
    ],
    ["an empty body", {}, /fault must be an object/],
  ] as const) {
    it(`${what}: rejected with the reason`, async () => {
      const { status, body } = await scene.admin("POST", "/faults", request);
      expect(status).to.equal(400);
      expect(body.error).to.match(message);
      expect((await scene.admin("GET", "/faults")).body).to.deep.equal([]);
    });
  }
});

/** An object in a response. */
interface Held {
  readonly id: string;
  readonly nodes?: readonly Held[];
  readonly details?: Readonly<Record<string, unknown>>;
}
