import {
  AuthError,
  NotFoundError,
  type ProviderError,
  ShapeError,
  TransportError,
  UnavailableError,
} from "../../../provider/errors/errors.js";
import type { OperationsScene, TestSettings } from "./operations-scene";
import type { Kind, Subject } from "./subjects";

/**
 * How a read ends: with what it finds, with a proof of absence, or with an error, which keeps the resource in state.
 */
export type Outcome = "read" | "absent" | readonly [abstract new (...args: never[]) => ProviderError, RegExp];

/** A cause, and the outcome of a read. */
export interface ReadCause {
  readonly cause: string;
  /** Triggers the cause, and returns the settings to read with. */
  readonly arrange: (
    scene: OperationsScene,
    subject: Subject,
    // biome-ignore lint/suspicious/noConfusingVoidType: most rows change no setting.
  ) => Promise<Partial<TestSettings> | void>;
  readonly outcome: Outcome;
  /** Kinds with this outcome; all by default. */
  readonly kinds?: readonly Kind[];
}

const inProject: readonly Kind[] = ["Network", "Node", "Node in a network"];
const inNetwork: readonly Kind[] = ["Network", "Node in a network"];
const html = "<html><body>Not Found</body></html>";
const notFound = { type: "status", status: 404 } as const;
const listed: Outcome = [NotFoundError, /cannot be read, but the platform still lists it/];
const emptyPage = (more: Readonly<Record<string, unknown>>) => ({
  type: "status",
  status: 200,
  body: { next: null, previous: null, results: [], ...more },
});

const remove = ({ sandbox }: OperationsScene, id: string) => sandbox.admin<void>("DELETE", `/objects/${id}`);
const hide = ({ sandbox }: OperationsScene, id: string | undefined) =>
  sandbox.admin<void>("PATCH", `/objects/${id}`, { hidden: true });

/** The object is deleted, and its list then shows something else. */
const deletedAndList = (
  cause: string,
  fault: (subject: Subject) => Readonly<Record<string, unknown>>,
  outcome: Outcome,
): ReadCause => ({
  cause,
  arrange: async (scene, subject) => {
    await remove(scene, subject.id);
    await scene.sandbox.fault({ method: "GET", path: subject.list }, fault(subject), null);
  },
  outcome,
});

/** The key's organization, requested before anything else, is not shown. */
const organization = (cause: string, fault: Readonly<Record<string, unknown>>, outcome: Outcome): ReadCause => ({
  cause,
  arrange: ({ sandbox }) => sandbox.fault({ path: "/v1/organization/" }, fault, null),
  outcome,
});

/** Causes of a 404, and of responses that look like one. */
export const readCauses: readonly ReadCause[] = [
  { cause: "deleted", arrange: (scene, { id }) => remove(scene, id), outcome: "absent" },
  {
    cause: "deleted together with its project",
    arrange: (scene, { project = "" }) => remove(scene, project),
    outcome: "absent",
    kinds: inProject,
  },
  {
    cause: "deleted with the last node of its network",
    arrange: async (scene, { nodes }) => {
      for (const id of nodes) {
        await remove(scene, id);
      }
    },
    outcome: "absent",
    kinds: inNetwork,
  },

  {
    cause: "key of another organization",
    arrange: async (scene) => ({ apiKey: await scene.foreignKey() }),
    outcome: [AuthError, /The key belongs to organization RG-\S+, but this resource to RG-.*Nothing was changed/],
  },
  {
    cause: "another organization configured than the key's",
    arrange: async () => ({ organization: "RG-0-0" }),
    outcome: [AuthError, /cannot be read: The key belongs to .* requires RG-0-0/],
  },
  {
    cause: "key revoked",
    arrange: async () => ({ apiKey: "abcdefgh.0123456789abcdef0123456789abcdef" }),
    outcome: [
      AuthError,
      /cannot be read: Reading the organization failed: .*\(getOrganization, 401\)\. Check the management key/,
    ],
  },
  {
    cause: "wrong key answered with 403",
    arrange: async ({ sandbox }) => {
      await sandbox.change({ refusedKeyStatus: 403 });
      return { apiKey: "abcdefgh.0123456789abcdef0123456789abcdef" };
    },
    outcome: [AuthError, /cannot be read: Reading the organization failed: .*\(getOrganization, 403\)/],
  },
  {
    cause: "role of the key lowered to viewer",
    arrange: async ({ sandbox }) => {
      const { apiKey } = await sandbox.admin<{ apiKey: string }>("POST", "/keys", { role: "viewer" });
      return { apiKey };
    },
    outcome: "read",
  },
  {
    cause: "key without access to it",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, { type: "status", status: 403 }, null),
    outcome: [AuthError, /cannot be read: Reading the \w+ failed: .*\(get\w+, 403\)/],
  },
  deletedAndList("deleted, key without access to the list", () => ({ type: "status", status: 403 }), [
    AuthError,
    /Cannot determine whether .* still exists: Listing the \w+ failed: .*\(list\w+, 403\)/,
  ]),

  {
    cause: "hidden everywhere (indistinguishable from deletion, a documented limit)",
    arrange: (scene, { id }) => hide(scene, id),
    outcome: "absent",
  },
  {
    cause: "hidden together with its project (the same limit)",
    arrange: async (scene, { id, project }) => {
      await hide(scene, id);
      await hide(scene, project);
    },
    outcome: "absent",
    kinds: inProject,
  },
  {
    cause: "hidden but listed",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, notFound, null),
    outcome: listed,
  },
  {
    cause: "project hidden but listed",
    arrange: async (scene, { id, project }) => {
      await hide(scene, id);
      await scene.sandbox.fault({ path: `/v2/projects/${project}/` }, notFound, null);
    },
    outcome: [NotFoundError, /cannot be read, and its project PR-\S+ is listed but hidden from this key/],
    kinds: inProject,
  },
  {
    cause: "project unreadable",
    arrange: async (scene, { id, project }) => {
      await hide(scene, id);
      await scene.sandbox.fault({ path: `/v2/projects/${project}/` }, { type: "status", status: 403 }, null);
    },
    outcome: [AuthError, /Cannot determine whether .* still exists: Reading the project failed: .*\(getProject, 403\)/],
    kinds: inProject,
  },

  {
    cause: "HTML page of a proxy, 404",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, { ...notFound, body: html }, null),
    outcome: listed,
  },
  {
    cause: "HTML page for every request, 404 (wrong base URL)",
    arrange: ({ sandbox }) => sandbox.fault({}, { ...notFound, body: html }, null),
    outcome: [NotFoundError, /not even the key's organization is found.*blockchain-nodes:baseUrl/],
  },

  {
    cause: "new, reads lag behind the list",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, notFound, 4),
    outcome: "read",
  },
  {
    cause: "new, the list lags as well",
    arrange: async ({ sandbox }, { path, list }) => {
      await sandbox.fault({ path }, notFound, 1);
      await sandbox.fault({ method: "GET", path: list }, emptyPage({ count: 0 }), 1);
    },
    outcome: "read",
  },
  {
    cause: "new, shown by the list before reads",
    arrange: async ({ sandbox }, { path, list }) => {
      await sandbox.fault({ path }, notFound, 3);
      await sandbox.fault({ method: "GET", path: list }, emptyPage({ count: 0 }), 1);
    },
    outcome: "read",
  },
  {
    cause: "deleted, the list stays stale",
    arrange: async (scene, { id, list }) => {
      await scene.sandbox.fault({ method: "GET", path: list }, { type: "stale-list" }, null);
      await remove(scene, id);
    },
    outcome: listed,
  },
  {
    cause: "deleted, the list is stale for a while",
    arrange: async (scene, { id, list }) => {
      await scene.sandbox.fault({ method: "GET", path: list }, { type: "stale-list" }, 2);
      await remove(scene, id);
    },
    outcome: "absent",
  },

  deletedAndList("deleted, list answers 503", () => ({ type: "status", status: 503 }), [
    UnavailableError,
    /Cannot determine whether .* still exists: Listing the \w+ failed: .*\(list\w+, 503\).*run again when the platform responds/,
  ]),
  deletedAndList("deleted, connection lost during the list", () => ({ type: "drop" }), [
    TransportError,
    /Cannot determine whether .* still exists: GET to \S+ failed: the connection was lost/,
  ]),
  deletedAndList("deleted, list cut off in the middle", () => ({ type: "cut" }), [
    TransportError,
    /Cannot determine whether .* the connection was lost/,
  ]),
  deletedAndList("deleted, list does not answer", () => ({ type: "hang" }), [
    TransportError,
    /still exists: .*no response/,
  ]),
  deletedAndList("deleted, list truncated", () => ({ type: "truncate" }), [
    ShapeError,
    /Cannot determine whether .* still exists: Listing the \w+: the platform responded with 200 and a body that is not JSON \(list\w+\)\. /,
  ]),
  deletedAndList("deleted, list is an HTML page", () => ({ type: "status", status: 200, body: html }), [
    ShapeError,
    /Cannot determine whether .* an HTML page, perhaps from a proxy/,
  ]),
  deletedAndList("deleted, list answers 404", () => ({ ...notFound, body: html }), [
    NotFoundError,
    /Cannot determine whether .* still exists: the list of \w+ is not found either/,
  ]),
  deletedAndList("deleted, list empty with a count", () => emptyPage({ count: 3 }), [
    ShapeError,
    /Cannot determine whether .* still exists: the list of \w+ is incomplete/,
  ]),
  deletedAndList("deleted, list empty without a count", () => emptyPage({}), [
    ShapeError,
    /has neither items nor a count/,
  ]),
  deletedAndList(
    "deleted, list with its id in a malformed item",
    ({ id }) => emptyPage({ count: 1, results: [{ id, name: 7 }] }),
    listed,
  ),

  organization("the organization is out of order, 503", { type: "status", status: 503 }, [
    UnavailableError,
    /cannot be read: Reading the organization failed: .*\(getOrganization, 503\)/,
  ]),
  organization("the organization is a page", { type: "status", status: 200, body: html }, [
    ShapeError,
    /cannot be read: Reading the organization: .* HTML page/,
  ]),
  organization("the organization is not found", notFound, [NotFoundError, /not even the key's organization is found/]),
  {
    cause: "platform answers 503",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, { type: "status", status: 503 }, null),
    outcome: [
      UnavailableError,
      /cannot be read: Reading the \w+ failed: .*\(get\w+, 503\).*run again when the platform responds/,
    ],
  },
  {
    cause: "platform unreachable",
    arrange: async () => ({ baseUrl: "http://127.0.0.1:1" }),
    outcome: [TransportError, /cannot be read: GET to \S+ failed: the connection was refused/],
  },
];
