import { expect } from "chai";
import {
  AuthError,
  NotFoundError,
  NotReadyError,
  type ProviderError,
  QuotaError,
  RejectedError,
  ShapeError,
  TransportError,
  UnavailableError,
} from "../../provider/errors/errors.js";
import { RateLimiter } from "../../provider/http/limiter.js";
import { PlatformClient } from "../../provider/platform/client.js";
import { FakeClock } from "../support/http/fake-clock";
import { clientOf, ethereum, failureOf } from "../support/platform/client-on-sandbox";
import { useSandbox } from "../support/sandbox";

describe("PlatformClient errors", () => {
  const sandbox = useSandbox();
  let client: PlatformClient;
  let project: string;
  before(async () => {
    client = clientOf(sandbox.baseUrl, sandbox.apiKey);
    project = (await client.call("createProject", { body: { name: "payments" } })).id;
  });

  async function failing(promise: Promise<unknown>): Promise<ProviderError> {
    const error = (await failureOf(promise)) as ProviderError;
    expect(error, "an error").to.be.instanceOf(Error);
    expect(error.message).to.match(/^[^\n]+$/);
    expect(error.message).not.to.include(sandbox.apiKey);
    return error;
  }
  const node = (changes: Record<string, string> = {}) =>
    client.call("createNodeV2", { body: { name: "rpc", project, ...ethereum, ...changes } });

  it("are RejectedError with the fields for a 400", async () => {
    const error = await failing(node({ name: "", cloud: "CC-9999" }));
    expect(error).to.be.instanceOf(RejectedError).and.to.have.property("code", "rejected");
    expect((error as RejectedError).fields).to.have.all.keys("name", "cloud");
    expect(error.message).to.match(/^createNodeV2 failed \(400\): .*name: .*; cloud: /);
  });

  it("are AuthError that speaks of the management key for a wrong key", async () => {
    const error = await failing(
      clientOf(sandbox.baseUrl, "abcdefgh.0123456789abcdef0123456789abcdef").call("getOrganization"),
    );
    expect(error).to.be.instanceOf(AuthError);
    expect(error.message)
      .to.match(/401.*BLOCKCHAIN_NODES_API_KEY/)
      .and.not.to.include("abcdefgh");
  });

  it("are AuthError that speaks of the role for a 403", async () => {
    await sandbox.fault({ method: "POST" }, { type: "status", status: 403 });
    const error = await failing(node());
    expect(error).to.be.instanceOf(AuthError);
    expect(error.message).to.match(/403.*requires Editor or Admin/);
  });

  it("are QuotaError when the node limit is reached", async () => {
    await sandbox.change({ nodeLimit: 0 });
    const error = await failing(node());
    expect(error).to.be.instanceOf(QuotaError).and.not.to.be.instanceOf(AuthError);
    expect(error.message).to.match(/upgrade the plan/);
  });

  it("keep the platform's own code, whatever class they are, and pass it on to errors that they lead to", async () => {
    for (const [status, code] of [
      [400, "invalid_input"],
      [401, "authentication_failed"],
      [403, "quota_exceeded"],
      [404, "not_found"],
      [409, "conflict"],
      [500, "internal"],
    ] as const) {
      await sandbox.fault({ method: "POST" }, { type: "status", status, body: { error: { code, message: "No." } } });
      const error = await failing(node());
      expect(error.platformCode, String(status)).to.equal(code);
      expect(new NotReadyError("because", false, { cause: error }).platformCode).to.equal(code);
      if (error instanceof RejectedError) {
        expect(error.withFields(String).platformCode).to.equal(code);
      }
    }
  });

  it("have no platform's code where there is none, and neither a secret nor a second line in it", async () => {
    for (const [body, code] of [
      [{ error: { message: "No." } }, undefined],
      [{ error: { code: "", message: "No." } }, undefined],
      [{ error: { code: 7 } }, undefined],
      [{ detail: "No." }, undefined],
      ["<html>No.</html>", undefined],
      [{ error: { code: `a\n${sandbox.apiKey}` } }, "a [secret]"],
    ] as const) {
      await sandbox.fault({ method: "POST" }, { type: "status", status: 400, body });
      expect((await failing(node())).platformCode, JSON.stringify(body)).to.equal(code);
    }
  });

  for (const id of ["getProject", "getNetwork", "getNodeV1", "getNodeV2", "deleteNodeV2"] as const) {
    it(`are NotFoundError for a 404 of ${id}`, async () => {
      const error = await failing(client.call(id, { id: "XX-1-2-3" }));
      expect(error).to.be.instanceOf(NotFoundError);
      expect(error.message).to.match(new RegExp(`^${id} failed \\(404\\)`));
      expect(await sandbox.requests()).to.have.length(1);
    });
  }

  it("are NotFoundError for an object of another organization", async () => {
    const foreign = await sandbox.admin<{ apiKey: string }>("POST", "/organizations", { name: "Other" });
    const error = await failing(clientOf(sandbox.baseUrl, foreign.apiKey).call("getProject", { id: project }));
    expect(error).to.be.instanceOf(NotFoundError);
  });

  it("are RejectedError for a status that is not documented, such as 409", async () => {
    await sandbox.fault({ method: "DELETE" }, { type: "status", status: 409, body: { detail: "Busy." } });
    const error = await failing(client.call("deleteProject", { id: project }));
    expect(error).to.be.instanceOf(RejectedError);
    expect(error.message).to.match(/^deleteProject failed \(409\): Busy\. Correct the named value/);
  });

  const bodies: readonly (readonly [string, unknown])[] = [
    ["the documented body", { error: { code: "oops", message: "Broken." } }],
    ["a detail", { detail: "Broken." }],
    ["an HTML page", "<html><body><h1>Bad gateway</h1></body></html>"],
    ["an empty body", ""],
    ["null", "null"],
    ["a bare string", '"broken"'],
    ["a list", []],
    ["an error that is a string", { error: "broken" }],
    ["fields of another type", { error: { code: 7, message: ["x"], fields: [1] } }],
    ["a message of many lines", { error: { message: "a\n\nb\tc" } }],
  ];
  for (const [name, body] of bodies) {
    it(`keep their class when the body is ${name}`, async () => {
      const classes = { 400: RejectedError, 401: AuthError, 403: AuthError, 404: NotFoundError, 500: UnavailableError };
      for (const [status, expected] of Object.entries(classes)) {
        await sandbox.fault({ method: "POST" }, { type: "status", status: Number(status), body });
        expect(await failing(node()), status).to.be.instanceOf(expected);
      }
    });
  }

  for (const [name, body, said] of [
    ["reasons by field alone", { name: ["required"], cloud: "unknown" }, /name: required; cloud: unknown$/],
    ["a list of texts", ["bad thing", "worse thing"], /\(400\): bad thing worse thing\./],
    ["an error that is a text", { error: "bad thing" }, /\(400\): bad thing\./],
    ["a bare message", { message: "bad thing" }, /\(400\): bad thing\./],
    ["nothing", "", /^createNodeV2 failed \(400\)\. Correct the named value/],
  ] as const) {
    it(`tell the reason of a 400 that is ${name}`, async () => {
      await sandbox.fault({ method: "POST" }, { type: "status", status: 400, body });
      expect((await failing(node())).message).to.match(said);
    });
  }

  it("tell how long a throttling platform asks to wait", async () => {
    const clock = new FakeClock(Date.now());
    const patient = new PlatformClient({
      baseUrl: new URL(sandbox.baseUrl),
      apiKey: sandbox.apiKey,
      limiter: new RateLimiter(100, clock),
      clock,
    });
    await sandbox.fault({}, { type: "status", status: 429, retryAfter: 3600 }, null);
    const error = await failing(patient.call("getOrganization"));
    expect(error).to.be.instanceOf(UnavailableError);
    expect(error.message).to.match(/\(429\).* Retry after 3600 s\. /);
  });

  it("cut a long message of the platform", async () => {
    await sandbox.fault({}, { type: "status", status: 400, body: { detail: "x".repeat(5_000) } });
    expect((await failing(node())).message.length).to.be.below(450);
  });

  it("are ShapeError for a success of another status when its body does not hold the object", async () => {
    await sandbox.fault({ method: "POST" }, { type: "status", status: 202, body: {} });
    const error = await failing(node());
    expect(error).to.be.instanceOf(ShapeError);
    expect(error.message).to.match(/^createNodeV2: .*\bid: /);
  });

  describe("of a write", () => {
    const posts = async () => (await sandbox.requests()).filter((request) => request === "POST /v2/nodes/").length;

    for (const status of [500, 502, 503, 504]) {
      it(`are UnavailableError after one ${status}`, async () => {
        await sandbox.fault({ method: "POST" }, { type: "status", status }, null);
        expect(await failing(node()))
          .to.be.instanceOf(UnavailableError)
          .and.to.include({ status });
        expect(await posts()).to.equal(1);
      });
    }

    for (const fault of [{ type: "drop" }, { type: "drop", commit: true }, { type: "cut" }]) {
      it(`are TransportError with lost after one ${JSON.stringify(fault)}`, async () => {
        await sandbox.fault({ method: "POST" }, fault, null);
        expect(await failing(node()))
          .to.be.instanceOf(TransportError)
          .and.to.include({ mayHaveTakenEffect: true });
        expect(await posts()).to.equal(1);
      });
    }

    it("are ShapeError when half of the JSON arrives", async () => {
      await sandbox.fault({ method: "POST" }, { type: "truncate" });
      const error = await failing(node());
      expect(error).to.be.instanceOf(ShapeError);
      expect(error.message).to.equal("createNodeV2: the platform answered 201 with a body that is not JSON.");
      expect(await posts()).to.equal(1);
    });

    it("do not come of a 429: the write is sent again", async () => {
      await sandbox.fault({ method: "POST" }, { type: "status", status: 429, retryAfter: 0 }, 2);
      expect(await node()).to.include({ name: "rpc" });
      expect(await posts()).to.equal(3);
    });
  });

  describe("of a read", () => {
    for (const fault of [
      { type: "status", status: 503 },
      { type: "status", status: 429, retryAfter: 0 },
      { type: "drop" },
      { type: "cut" },
    ]) {
      it(`do not come of one ${JSON.stringify(fault)}: it is sent again`, async () => {
        await sandbox.fault({ method: "GET" }, fault, 1);
        expect(await client.call("getProject", { id: project })).to.include({ id: project });
        expect(await sandbox.requests()).to.have.length(2);
      });
    }
  });

  it("are TransportError of kind aborted when the signal aborts", async () => {
    await sandbox.fault({}, { type: "hang" });
    const controller = new AbortController();
    const reading = failing(client.call("getProject", { id: project }, controller.signal));
    while ((await sandbox.requests()).length === 0) {
      await new Promise(setImmediate);
    }
    controller.abort();
    expect(await reading)
      .to.be.instanceOf(TransportError)
      .and.to.include({ kind: "aborted" });
  });
});
