import { expect } from "chai";
import {
  AuthError,
  NotFoundError,
  type ProviderError,
  ShapeError,
  UnavailableError,
} from "../../../provider/errors/errors.js";
import { useFastRetries } from "../../support/lifecycle/fast-retries";
import { type CreatedNode, createNode } from "../../support/lifecycle/node-scene";
import { type OperationsScene, useOperations } from "../../support/lifecycle/operations-scene";
import { nodeOperations } from "../../support/lifecycle/resources";
import { failureOf } from "../../support/platform/client-on-sandbox";

type Arrange = (scene: OperationsScene, created: CreatedNode) => Promise<Readonly<Record<string, string>>>;

/** Obstacles to a proof: with each of them the read answers 404 or fails while nothing is proven. */
const obstacles: readonly (readonly [string, Arrange, abstract new (...args: never[]) => ProviderError, RegExp])[] = [
  [
    "the list still holds it",
    async ({ sandbox }) => {
      await sandbox.fault({ path: "/v2/nodes/*/" }, { type: "status", status: 404 }, null);
      return {};
    },
    NotFoundError,
    /cannot be read, but the platform still lists it/,
  ],
  [
    "the list is older than the deletion",
    async ({ sandbox }, { id }) => {
      await sandbox.fault({ operation: "listAllNodesV2" }, { type: "stale-list" }, null);
      await sandbox.admin("DELETE", `/objects/${id}`);
      return {};
    },
    NotFoundError,
    /still lists it/,
  ],
  [
    "the key belongs to another organization",
    async (scene) => ({ apiKey: await scene.foreignKey() }),
    AuthError,
    /belongs to organization/,
  ],
  [
    "the key was revoked",
    async () => ({ apiKey: "abcdefgh.0123456789abcdef0123456789abcdef" }),
    AuthError,
    /Reading the organization failed: .*\(getOrganization, 401\)/,
  ],
  [
    "the list is refused",
    async ({ sandbox }, { id }) => {
      await sandbox.admin("DELETE", `/objects/${id}`);
      await sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 403 }, null);
      return {};
    },
    AuthError,
    /Listing the nodes failed: .*\(listNodesV2, 403\)/,
  ],
  [
    "the list is down",
    async ({ sandbox }, { id }) => {
      await sandbox.admin("DELETE", `/objects/${id}`);
      await sandbox.fault({ operation: "listAllNodesV2" }, { type: "status", status: 503, retryAfter: 0 }, null);
      return {};
    },
    UnavailableError,
    /Listing the nodes failed: .*\(listNodesV2, 503\)/,
  ],
  [
    "the list is an HTML page",
    async ({ sandbox }, { id }) => {
      await sandbox.admin("DELETE", `/objects/${id}`);
      await sandbox.fault(
        { operation: "listAllNodesV2" },
        { type: "status", status: 200, body: "<html></html>" },
        null,
      );
      return {};
    },
    ShapeError,
    /HTML/,
  ],
  [
    "its project is listed but hidden",
    async ({ sandbox }, { id }) => {
      await sandbox.admin("DELETE", `/objects/${id}`);
      await sandbox.fault({ path: "/v2/projects/*/" }, { type: "status", status: 404 }, null);
      return {};
    },
    NotFoundError,
    /its project PR-\S+ is listed but hidden/,
  ],
  [
    "its project cannot be read",
    async ({ sandbox }, { id }) => {
      await sandbox.admin("DELETE", `/objects/${id}`);
      await sandbox.fault({ path: "/v2/projects/*/" }, { type: "status", status: 403 }, null);
      return {};
    },
    AuthError,
    /Reading the project failed: .*\(getProject, 403\)/,
  ],
];

describe("proof of absence", () => {
  useFastRetries();
  const scene = useOperations();
  const { sandbox } = scene;

  for (const [name, arrange, expected, message] of obstacles) {
    it(`${name}: not proven, read and delete fail`, async () => {
      const made = await createNode(scene);
      const settings = await arrange(scene, made);
      const readError = await failureOf(nodeOperations.read(made.id, made.outs, scene.context(settings)));
      expect(readError).to.be.instanceOf(expected);
      expect(readError?.message).to.match(message).and.not.to.match(/\n/);
      await sandbox.fault({ method: "DELETE" }, { type: "status", status: 404 }, null);
      const removeError = await failureOf(nodeOperations.remove(made.id, made.outs, scene.context(settings)));
      expect(removeError).to.be.instanceOf(expected);
      expect(removeError?.message).to.match(message);
    });
  }
});
