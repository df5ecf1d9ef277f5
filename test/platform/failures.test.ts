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

  it("400: a RejectedError with the fields", async () => {
    const error = await failing(node({ name: "", cloud: "CC-9999" }));
    expect(error).to.be.instanceOf(RejectedError).and.to.have.property("code", "rejected");
    expect((error as RejectedError).fields).to.have.all.keys("name", "cloud");
    expect(error.message).to.match(
      /^Creating the node failed: .*name: .*; cloud: .* \(createNodeV2, 400\)\. Correct the named value/,
    );
  });

  it("wrong key: an AuthError about the management key", async () => {
    const error = await failing(
      clientOf(sandbox.baseUrl, "abcdefgh.0123456789abcdef0123456789abcdef").call("getOrganization"),
    );
    expect(error).to.be.instanceOf(AuthError);
    expect(error.message)
      .to.match(/401.*BLOCKCHAIN_NODES_API_KEY/)
      .and.not.to.include("abcdefgh");
  });

  it("403: an AuthError about the role", async () => {
    await sandbox.fault({ method: "POST" }, { type: "status", status: 403 });
    const error = await failing(node());
    expect(error).to.be.instanceOf(AuthError);
    expect(error.message).to.match(/403.*requires Editor or Admin/);
  });

  it("node limit reached: a QuotaError", async () => {
    await sandbox.change({ nodeLimit: 0 });
    const error = await failing(node());
    expect(error).to.be.instanceOf(QuotaError).and.not.to.be.instanceOf(AuthError);
    expect(error.message).to.match(/upgrade the plan/);
  });

  it("the platform's error code: kept by every class, and by errors caused by them", async () => {
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

  it("error code missing, invalid or with a secret: undefined, or one line without the secret", async () => {
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
    it(`${id} › 404: a NotFoundError`, async () => {
      const error = await failing(client.call(id, { id: "XX-1-2-3" }));
      expect(error).to.be.instanceOf(NotFoundError);
      expect(error.message).to.match(
        new RegExp(`^(Reading|Deleting) the \\w+ failed: .*[^.] \\(${id}, 404\\)\\. It does not exist`),
      );
      expect(await sandbox.requests()).to.have.length(1);
    });
  }

  it("object of another organization: a NotFoundError", async () => {
    const foreign = await sandbox.admin<{ apiKey: string }>("POST", "/organizations", { name: "Other" });
    const error = await failing(clientOf(sandbox.baseUrl, foreign.apiKey).call("getProject", { id: project }));
    expect(error).to.be.instanceOf(NotFoundError);
  });

  it("undocumented status, such as 409: a RejectedError", async () => {
    await sandbox.fault({ method: "DELETE" }, { type: "status", status: 409, body: { detail: "Busy." } });
    const error = await failing(client.call("deleteProject", { id: project }));
    expect(error).to.be.instanceOf(RejectedError);
    expect(error.message).to.match(
      /^Deleting the project failed: Busy \(deleteProject, 409\)\. Correct the named value/,
    );
  });

  const bodies: readonly (readonly [string, unknown])[] = [
    ["the documented body", { error: { code: "oops", message: "Broken." } }],
    ["a detail field", { detail: "Broken." }],
    ["an HTML page", "<html><body><h1>Bad gateway</h1></body></html>"],
    ["an empty body", ""],
    ["null", "null"],
    ["a bare string", '"broken"'],
    ["a list", []],
    ["a string as error", { error: "broken" }],
    ["an error with fields of another type", { error: { code: 7, message: ["x"], fields: [1] } }],
    ["a message of many lines", { error: { message: "a\n\nb\tc" } }],
  ];
  for (const [name, body] of bodies) {
    it(`body is ${name}: same class`, async () => {
      const classes = { 400: RejectedError, 401: AuthError, 403: AuthError, 404: NotFoundError, 500: UnavailableError };
      for (const [status, expected] of Object.entries(classes)) {
        await sandbox.fault({ method: "POST" }, { type: "status", status: Number(status), body });
        expect(await failing(node()), status).to.be.instanceOf(expected);
      }
    });
  }

  for (const [name, body, said] of [
    [
      "reasons by field",
      { name: ["required"], cloud: "unknown" },
      /^Creating the node failed: name: required; cloud: unknown \(createNodeV2, 400\)\. /,
    ],
    ["a list of strings", ["bad thing", "worse thing"], /failed: bad thing worse thing \(createNodeV2, 400\)\. /],
    ["a string as error", { error: "bad thing" }, /failed: bad thing \(createNodeV2, 400\)\. /],
    ["a bare message", { message: "bad thing" }, /failed: bad thing \(createNodeV2, 400\)\. /],
    ["empty", "", /^Creating the node failed \(createNodeV2, 400\)\. Correct the named value/],
  ] as const) {
    it(`400 › body is ${name}: the reason`, async () => {
      await sandbox.fault({ method: "POST" }, { type: "status", status: 400, body });
      expect((await failing(node())).message).to.match(said);
    });
  }

  it("429: how long to wait", async () => {
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
    expect(error.message).to.match(/, 429\)\. Retry after 3600 s\. /);
  });

  it("long message of the platform: truncated", async () => {
    await sandbox.fault({}, { type: "status", status: 400, body: { detail: "x".repeat(5_000) } });
    expect((await failing(node())).message.length).to.be.below(450);
  });

  it("undocumented success without the object in its body: a ShapeError", async () => {
    await sandbox.fault({ method: "POST" }, { type: "status", status: 202, body: {} });
    const error = await failing(node());
    expect(error).to.be.instanceOf(ShapeError);
    expect(error.message).to.match(/^Creating the node: .*\bid: .* \(createNodeV2\)\.$/);
  });

  describe("write", () => {
    const posts = async () => (await sandbox.requests()).filter((request) => request === "POST /v2/nodes/").length;

    for (const status of [500, 502, 503, 504]) {
      it(`${status}: an UnavailableError, sent once`, async () => {
        await sandbox.fault({ method: "POST" }, { type: "status", status }, null);
        expect(await failing(node()))
          .to.be.instanceOf(UnavailableError)
          .and.to.include({ status });
        expect(await posts()).to.equal(1);
      });
    }

    for (const fault of [{ type: "drop" }, { type: "drop", commit: true }, { type: "cut" }]) {
      it(`${JSON.stringify(fault)}: a TransportError that may have taken effect, sent once`, async () => {
        await sandbox.fault({ method: "POST" }, fault, null);
        expect(await failing(node()))
          .to.be.instanceOf(TransportError)
          .and.to.include({ mayHaveTakenEffect: true });
        expect(await posts()).to.equal(1);
      });
    }

    it("truncated JSON: a ShapeError, sent once", async () => {
      await sandbox.fault({ method: "POST" }, { type: "truncate" });
      const error = await failing(node());
      expect(error).to.be.instanceOf(ShapeError);
      expect(error.message).to.equal(
        "Creating the node: the platform responded with 201 and a body that is not JSON (createNodeV2).",
      );
      expect(await posts()).to.equal(1);
    });

    it("429: retried", async () => {
      await sandbox.fault({ method: "POST" }, { type: "status", status: 429, retryAfter: 0 }, 2);
      expect(await node()).to.include({ name: "rpc" });
      expect(await posts()).to.equal(3);
    });
  });

  describe("read", () => {
    for (const fault of [
      { type: "status", status: 503 },
      { type: "status", status: 429, retryAfter: 0 },
      { type: "drop" },
      { type: "cut" },
    ]) {
      it(`${JSON.stringify(fault)} once: retried`, async () => {
        await sandbox.fault({ method: "GET" }, fault, 1);
        expect(await client.call("getProject", { id: project })).to.include({ id: project });
        expect(await sandbox.requests()).to.have.length(2);
      });
    }
  });

  it("signal aborts: a TransportError of kind aborted", async () => {
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
