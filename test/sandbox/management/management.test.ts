import { expect } from "chai";
import { type ManagementScene, openManagement } from "../../support/sandbox/management-scene";

describe("management API", () => {
  let scene: ManagementScene;
  before(async () => {
    scene = await openManagement();
  });
  after(() => scene.sandbox.close());

  for (const [what, authorization] of [
    ["no key", ""],
    ["a wrong key", "Bearer AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["the key in another scheme", "Basic abc"],
  ] as const) {
    it(`${what}: 401, even for an unknown object`, async () => {
      for (const path of ["/v1/organization/", "/v2/nodes/ND-1/"]) {
        const { status, body } = await scene.api("GET", path, undefined, { authorization });
        expect(status).to.equal(401);
        expect(body.error).to.have.all.keys("code", "message");
      }
    });
  }

  it("wrong key with refusedKeyStatus 403: 403", async () => {
    await scene.admin("POST", "/settings", { refusedKeyStatus: 403 });
    expect((await scene.api("GET", "/v1/organization/", undefined, { authorization: "" })).status).to.equal(403);
    await scene.admin("DELETE", "/settings");
  });

  it("unknown path or id: 404 with an error body", async () => {
    for (const path of ["/v1/nothing/", "/v3/nodes/", "/v1/projects/PR-1/", "/v1/networks/NW-1/", "/v2/nodes/ND-1/"]) {
      const { status, body } = await scene.api("GET", path);
      expect(status, path).to.equal(404);
      expect(body.error, path).to.have.all.keys("code", "message");
    }
  });

  it("path without trailing slash: redirected for every method, query kept", async () => {
    const list = await scene.api("GET", "/v1/nodes?page=2");
    expect(list.status).to.equal(301);
    expect(list.headers.get("location")).to.equal("/v1/nodes/?page=2");
    expect((await scene.api("POST", "/v2/projects", { name: "lost" })).status).to.equal(301);
    expect((await scene.api("GET", "/v2/projects/")).body.count).to.equal(0);
  });

  it("unsupported method: 405 with Allow", async () => {
    const { status, headers } = await scene.api("PUT", "/v2/nodes/", {});
    expect(status).to.equal(405);
    expect(headers.get("allow")).to.equal("GET, POST");
  });

  for (const [what, body, type, expected] of [
    ["broken JSON", '{"name":', "application/json", 400],
    ["an array", "[]", "application/json", 400],
    ["another media type", "name=a", "application/x-www-form-urlencoded", 415],
    ["an empty body", "", "application/json", 400],
  ] as const) {
    it(`create with ${what}: ${expected}`, async () => {
      const answer = await scene.api("POST", "/v2/projects/", body, { "content-type": type });
      expect(answer.status).to.equal(expected);
      expect(answer.body.error).to.include.all.keys("code", "message");
    });
  }

  it("body above 1 MB: 413", async () => {
    const answer = await scene.api("POST", "/v2/projects/", { name: "a".repeat(1_100_000) });
    expect(answer.status).to.equal(413);
  });

  it("every response: x-request-id as in the log", async () => {
    const { headers } = await scene.api("GET", "/v1/organization/");
    const log = (await scene.admin("GET", "/requests")).body as unknown as { requestId: string }[];
    expect(log.at(-1)?.requestId).to.equal(headers.get("x-request-id"));
  });

  for (const [form, expected] of [
    ["seconds", /^\d+$/],
    ["date", / GMT$/],
    ["none", /^null$/],
  ] as const) {
    it(`rate limit exceeded: 429, Retry-After as ${form}`, async () => {
      await scene.admin("POST", "/settings", { rateLimitPerSecond: 2, retryAfter: form });
      const answers = await Promise.all([1, 2, 3, 4].map(() => scene.api("GET", "/v1/organization/")));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).to.be.within(2, 4);
      expect(String(refused[0]?.headers.get("retry-after"))).to.match(expected);
      expect(refused[0]?.body.error?.code).to.equal("TooManyRequests");
      await scene.admin("DELETE", "/settings");
    });
  }
});
