import { expect } from "chai";
import {
  AuthError,
  NotFoundError,
  type ProviderError,
  RejectedError,
  UnavailableError,
} from "../../provider/errors/errors.js";
import { RateLimiter } from "../../provider/http/limiter.js";
import { PlatformClient } from "../../provider/platform/client.js";
import {
  type CallArguments,
  type Operation,
  type OperationId,
  operations,
} from "../../provider/platform/operations.js";
import { FakeClock } from "../support/http/fake-clock";
import { failureOf, itemsOf } from "../support/platform/client-on-sandbox";
import { type Sample, samples } from "../support/platform/operation-samples";
import { makeWorld, type OperationsWorld } from "../support/platform/operations-world";
import { useSandbox } from "../support/sandbox";

describe("operations", () => {
  const sandbox = useSandbox({ nonEmptyDelete: "cascade" });
  let world: OperationsWorld;
  before(async () => {
    world = await makeWorld(sandbox);
  });

  const call = (client: PlatformClient, id: OperationId, input: unknown) =>
    client.call(id, input as CallArguments<"updateNodeV2">);

  /** The failure of a call: one request, the given status, a one-line message without the key. */
  async function refusal(promise: Promise<unknown>, id: string, status: number): Promise<ProviderError> {
    const error = (await failureOf(promise)) as ProviderError;
    expect(error, "an error").to.be.instanceOf(Error);
    expect(error.message).to.match(new RegExp(`^\\w+ing the [a-z ]+ failed[^\\n]* \\(${id}, ${status}\\)\\. [^\\n]*$`));
    expect(error.message).not.to.include(sandbox.apiKey);
    expect(error.requestId).to.match(/^[0-9a-f]{16}$/);
    return error;
  }

  for (const id of Object.keys(operations) as OperationId[]) {
    const sample = samples[id] as Sample<OperationId>;
    const { method, path }: Operation = operations[id];
    const { missing, refused, throttledBy } = sample;

    describe(id, () => {
      it(`valid input: one ${method} to ${path}`, async () => {
        const input = await sample.good(world);
        await sandbox.forget();
        const answer = await call(world.client, id, input);
        expect(sample.answers(world, answer as never), JSON.stringify(answer)).to.equal(true);
        const [request, ...more] = await sandbox.log();
        expect(more).to.deep.equal([]);
        expect(request?.method).to.equal(method);
        expect(request?.path).to.match(new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`));
      });

      it("unknown key: an AuthError", async () => {
        const error = await refusal(call(world.unknownKey, id, await sample.good(world)), id, 401);
        expect(error).to.be.instanceOf(AuthError);
        expect(error.message).to.match(/BLOCKCHAIN_NODES_API_KEY/);
      });

      if (method === "GET") {
        it("key without read access: an AuthError", async () => {
          await sandbox.fault({}, { type: "status", status: 403, body: { error: { code: "x", message: "No." } } });
          expect(await refusal(call(world.client, id, await sample.good(world)), id, 403)).to.be.instanceOf(AuthError);
        });
      } else {
        it("read-only key: an AuthError", async () => {
          const error = await refusal(call(world.viewer, id, await sample.good(world)), id, 403);
          expect(error).to.be.instanceOf(AuthError);
          expect(error.message).to.match(/role/);
        });
      }

      if (missing !== undefined) {
        it("object does not exist: a NotFoundError", async () => {
          const error = await refusal(call(world.client, id, await missing(world)), id, 404);
          expect(error).to.be.instanceOf(NotFoundError);
        });
      }

      if (refused !== undefined) {
        const [input, ...fields] = refused;
        it(`invalid input: a RejectedError that names ${fields.join(" and ")}`, async () => {
          const error = await refusal(call(world.client, id, await input(world)), id, 400);
          expect(error).to.be.instanceOf(RejectedError);
          expect((error as RejectedError).fields).to.have.all.keys(...fields);
        });
      }

      if (throttledBy !== undefined) {
        it("report throttled: an UnavailableError", async () => {
          await sandbox.change({ [throttledBy]: 1, retryAfter: "none" });
          const clock = new FakeClock(Date.now());
          const patient = new PlatformClient({
            baseUrl: new URL(sandbox.baseUrl),
            apiKey: sandbox.apiKey,
            limiter: new RateLimiter(5, clock),
            clock,
          });
          await call(patient, id, await sample.good(world));
          const error = await refusal(call(patient, id, await sample.good(world)), id, 429);
          expect(error).to.be.instanceOf(UnavailableError);
          expect((await sandbox.log()).map(({ status }) => status)).to.deep.equal([200, ...Array(6).fill(429)]);
          // The limit of a report lasts a minute and applies to it alone.
          expect(clock.sleeps.filter((ms) => ms >= 60_000)).to.have.length(5);
        });
      }
    });
  }

  it("samples: a 404 for each path that names an object, a 400 for each body or period", () => {
    for (const [id, { path, body }] of Object.entries(operations) as [OperationId, Operation][]) {
      const sample: Sample<OperationId> = samples[id] as never;
      expect(sample.missing !== undefined, `404 of ${id}`).to.equal(path.includes("{"));
      const isOpen = id === "updateAccessRuleStatuses";
      expect(sample.refused !== undefined, `400 of ${id}`).to.equal(
        (body !== undefined && !isOpen) || path.startsWith("/v2/reporting/"),
      );
    }
  });

  it("access rules in an envelope or a bare list: accepted", async () => {
    for (const accessRuleList of ["envelope", "list"] as const) {
      await sandbox.change({ accessRuleList });
      const rules = await itemsOf(world.client.pages("listAccessRules", { nodeId: world.nodeV2 }));
      expect(rules.map(({ id }) => id)).to.include(world.rule);
    }
  });

  it("paged access rules: all pages", async () => {
    await sandbox.change({ pageSize: 1 });
    const before = await itemsOf(world.client.pages("listAccessRules", { nodeId: world.nodeV2 }));
    const rule = await world.newRule();
    const after = await itemsOf(world.client.pages("listAccessRules", { nodeId: world.nodeV2 }));
    expect(after.map(({ id }) => id)).to.have.members([...before.map(({ id }) => id), rule]);
  });

  for (const id of ["..", ".", "", "  ", undefined]) {
    it(`id ${JSON.stringify(id)}, which would change the path: nothing sent`, async () => {
      for (const [operation, input] of [
        ["deleteNodeV2", { id }],
        ["deleteAccessRule", { nodeId: world.nodeV2, id }],
        ["listProjectMembers", { id }],
      ] as const) {
        const error = await failureOf(call(world.client, operation, input));
        expect(error).to.be.instanceOf(RejectedError);
        expect(error?.message).to.match(/^\w+ing the [a-z ]+: nothing was sent: id: is not an id \(\w+\)\.$/);
      }
      expect(await sandbox.requests()).to.deep.equal([]);
    });
  }

  it("update without a change, or a body where none is expected: nothing sent", async () => {
    for (const [operation, input] of [
      ["updateProject", { id: world.project, body: {} }],
      ["deleteNodeV2", { id: world.nodeV2, body: {} }],
    ] as const) {
      expect(await failureOf(call(world.client, operation, input))).to.be.instanceOf(RejectedError);
    }
    expect(await sandbox.requests()).to.deep.equal([]);
  });

  it("special characters in an id: escaped in the path", async () => {
    await world.client.call("getProject", { id: "PR-1/../x?y=1#z" }).catch(() => undefined);
    expect(await sandbox.requests()).to.deep.equal(["GET /v2/projects/PR-1%2F..%2Fx%3Fy%3D1%23z/"]);
  });

  it("undocumented body: nothing sent", async () => {
    const body = { name: "rpc", project: world.project, blockchain: 7, cloud: "CC-0016", archive: true };
    const error = await failureOf(call(world.client, "createNodeV2", { body }));
    expect(error).to.be.instanceOf(RejectedError);
    expect(error?.message).to.match(/^Creating the node: nothing was sent: .*blockchain: .* \(createNodeV2\)\.$/);
    expect(await sandbox.requests()).to.deep.equal([]);
  });
});

void wrongCalls;

/** Never called, only compiled: each line would compile if the table's types were too loose. */
async function wrongCalls(client: PlatformClient): Promise<void> {
  // @ts-expect-error a path parameter is missing
  await client.call("getNodeV2");
  // @ts-expect-error a path parameter of another operation
  await client.call("getNodeV2", { node: "ND-1-2-3" });
  // @ts-expect-error one of two path parameters
  await client.call("getAccessRule", { id: "NAR-1-2-3" });
  // @ts-expect-error a body without its required field
  await client.call("createNodeV2", { body: { name: "rpc", project: "PR-1-2-3", cloud: "CC-0016" } });
  // @ts-expect-error a body with a field that is read-only
  await client.call("updateNodeV2", { id: "ND-1-2-3", body: { name: "rpc", cloud: "CC-0016" } });
  // @ts-expect-error a body where there is none
  await client.call("deleteNodeV2", { id: "ND-1-2-3", body: {} });
  // @ts-expect-error both changes at once
  const both: CallArguments<"updateAccessRule">["body"] = { value: "x", status: "activated" };
  await client.call("updateAccessRule", { nodeId: "ND-1-2-3", id: "NAR-1-2-3", body: both });
  // @ts-expect-error a filter that version 2 does not have
  await client.call("listNodesV2", { query: { project: "PR-1-2-3" } });
  // @ts-expect-error an order that is not documented
  await client.call("listNodesV1", { query: { order_by: "region" } });
  // @ts-expect-error the order belongs to the walk
  client.pages("listNodesV1", { query: { order_by: "name" } });
  // @ts-expect-error not a list
  client.pages("listDeploymentOptions");
  // @ts-expect-error no such operation
  await client.call("createFaucet");
}
