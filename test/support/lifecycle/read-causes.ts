import {
  AuthError,
  NotFoundError,
  type ProviderError,
  ShapeError,
  TransportError,
  UnavailableError,
} from "../../../provider/errors/errors.js";
import type { OperationsBench, TestSettings } from "./operations-scene";
import type { Kind, Subject } from "./subjects";

/** How a read ends: what it sees, the proof that there is nothing, or an error, after which the state keeps the resource. */
export type Outcome = "read" | "gone" | readonly [abstract new (...args: never[]) => ProviderError, RegExp];

/** A cause, and what a read makes of it. */
export interface ReadCause {
  readonly cause: string;
  /** Makes it happen, and answers the settings to read with. */
  readonly arrange: (
    bench: OperationsBench,
    subject: Subject,
    // biome-ignore lint/suspicious/noConfusingVoidType: most rows change no setting.
  ) => Promise<Partial<TestSettings> | void>;
  readonly outcome: Outcome;
  /** Kinds that can end like this; all, unless it says otherwise. */
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

const remove = ({ sandbox }: OperationsBench, id: string) => sandbox.admin<void>("DELETE", `/objects/${id}`);
const hide = ({ sandbox }: OperationsBench, id: string | undefined) =>
  sandbox.admin<void>("PATCH", `/objects/${id}`, { hidden: true });

/** The object is deleted, and then its list does something else than showing that. */
const deletedAndList = (
  cause: string,
  fault: (subject: Subject) => Readonly<Record<string, unknown>>,
  outcome: Outcome,
): ReadCause => ({
  cause,
  arrange: async (bench, subject) => {
    await remove(bench, subject.id);
    await bench.sandbox.fault({ method: "GET", path: subject.list }, fault(subject), null);
  },
  outcome,
});

/** The organization of the key, asked for before anything else, is not shown. */
const organization = (cause: string, fault: Readonly<Record<string, unknown>>, outcome: Outcome): ReadCause => ({
  cause,
  arrange: ({ sandbox }) => sandbox.fault({ path: "/v1/organization/" }, fault, null),
  outcome,
});

/** Causes of a 404, and of answers that look like one. */
export const readCauses: readonly ReadCause[] = [
  { cause: "it was deleted", arrange: (bench, { id }) => remove(bench, id), outcome: "gone" },
  {
    cause: "it was deleted together with its project",
    arrange: (bench, { project = "" }) => remove(bench, project),
    outcome: "gone",
    kinds: inProject,
  },
  {
    cause: "it went with the last node of its network",
    arrange: async (bench, { nodes }) => {
      for (const id of nodes) {
        await remove(bench, id);
      }
    },
    outcome: "gone",
    kinds: inNetwork,
  },

  {
    cause: "the key belongs to another organization",
    arrange: async (bench) => ({ apiKey: await bench.foreignKey() }),
    outcome: [AuthError, /The key belongs to organization RG-\S+, but this resource to RG-.*Nothing was changed/],
  },
  {
    cause: "the setting asks for another organization than that of the key",
    arrange: async () => ({ organization: "RG-0-0" }),
    outcome: [AuthError, /cannot be read: The key belongs to .* requires RG-0-0/],
  },
  {
    cause: "the key was revoked",
    arrange: async () => ({ apiKey: "abcdefgh.0123456789abcdef0123456789abcdef" }),
    outcome: [AuthError, /cannot be read: getOrganization failed \(401\).*Check the management key/],
  },
  {
    cause: "the platform answers a wrong key with 403",
    arrange: async ({ sandbox }) => {
      await sandbox.change({ refusedKeyStatus: 403 });
      return { apiKey: "abcdefgh.0123456789abcdef0123456789abcdef" };
    },
    outcome: [AuthError, /cannot be read: getOrganization failed \(403\)/],
  },
  {
    cause: "the role of the key sank to viewer",
    arrange: async ({ sandbox }) => {
      const { apiKey } = await sandbox.admin<{ apiKey: string }>("POST", "/keys", { role: "viewer" });
      return { apiKey };
    },
    outcome: "read",
  },
  {
    cause: "the key has no right to it",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, { type: "status", status: 403 }, null),
    outcome: [AuthError, /cannot be read: get\w+ failed \(403\)/],
  },
  deletedAndList("the key has no right to the list", () => ({ type: "status", status: 403 }), [
    AuthError,
    /It cannot be told whether .* is gone: list\w+ failed \(403\)/,
  ]),

  {
    cause: "it is hidden from the key everywhere: no key can tell that from its deletion, a named limit",
    arrange: (bench, { id }) => hide(bench, id),
    outcome: "gone",
  },
  {
    cause: "it is hidden from the key together with its project: the same limit",
    arrange: async (bench, { id, project }) => {
      await hide(bench, id);
      await hide(bench, project);
    },
    outcome: "gone",
    kinds: inProject,
  },
  {
    cause: "it is hidden, but listed",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, notFound, null),
    outcome: listed,
  },
  {
    cause: "its project is hidden, but listed",
    arrange: async (bench, { id, project }) => {
      await hide(bench, id);
      await bench.sandbox.fault({ path: `/v2/projects/${project}/` }, notFound, null);
    },
    outcome: [NotFoundError, /cannot be read, and its project PR-\S+ is listed but hidden from this key/],
    kinds: inProject,
  },
  {
    cause: "its project cannot be read",
    arrange: async (bench, { id, project }) => {
      await hide(bench, id);
      await bench.sandbox.fault({ path: `/v2/projects/${project}/` }, { type: "status", status: 403 }, null);
    },
    outcome: [AuthError, /It cannot be told whether .* is gone: getProject failed \(403\)/],
    kinds: inProject,
  },

  {
    cause: "a proxy answers in its place with a page, 404",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, { ...notFound, body: html }, null),
    outcome: listed,
  },
  {
    cause: "the whole platform is a page, 404: the base URL is wrong",
    arrange: ({ sandbox }) => sandbox.fault({}, { ...notFound, body: html }, null),
    outcome: [NotFoundError, /not even the key's organization is found.*blockchain-nodes:baseUrl/],
  },

  {
    cause: "it is new, and reads lag behind the list",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, notFound, 4),
    outcome: "read",
  },
  {
    cause: "it is new, and the list lags behind as well",
    arrange: async ({ sandbox }, { path, list }) => {
      await sandbox.fault({ path }, notFound, 1);
      await sandbox.fault({ method: "GET", path: list }, emptyPage({ count: 0 }), 1);
    },
    outcome: "read",
  },
  {
    cause: "it is new, and the list shows it before reads do",
    arrange: async ({ sandbox }, { path, list }) => {
      await sandbox.fault({ path }, notFound, 3);
      await sandbox.fault({ method: "GET", path: list }, emptyPage({ count: 0 }), 1);
    },
    outcome: "read",
  },
  {
    cause: "it was deleted, and the list stays older than that",
    arrange: async (bench, { id, list }) => {
      await bench.sandbox.fault({ method: "GET", path: list }, { type: "stale-list" }, null);
      await remove(bench, id);
    },
    outcome: listed,
  },
  {
    cause: "it was deleted, and the list shows that after a while",
    arrange: async (bench, { id, list }) => {
      await bench.sandbox.fault({ method: "GET", path: list }, { type: "stale-list" }, 2);
      await remove(bench, id);
    },
    outcome: "gone",
  },

  deletedAndList("the list is out of order, 503", () => ({ type: "status", status: 503 }), [
    UnavailableError,
    /It cannot be told whether .* is gone: list\w+ failed \(503\).*run again when the platform answers/,
  ]),
  deletedAndList("the connection is lost during the list", () => ({ type: "drop" }), [
    TransportError,
    /It cannot be told whether .* is gone: GET to \S+ failed: the connection was lost/,
  ]),
  deletedAndList("the list is cut off in the middle", () => ({ type: "cut" }), [
    TransportError,
    /It cannot be told whether .* the connection was lost/,
  ]),
  deletedAndList("the list never answers", () => ({ type: "hang" }), [TransportError, /is gone: .*no answer/]),
  deletedAndList("the list is truncated", () => ({ type: "truncate" }), [
    ShapeError,
    /It cannot be told whether .* is gone: list\w+: the platform answered 200 with a body that is not JSON/,
  ]),
  deletedAndList("the list is a page", () => ({ type: "status", status: 200, body: html }), [
    ShapeError,
    /It cannot be told whether .* an HTML page, perhaps from a proxy/,
  ]),
  deletedAndList("the list is not found", () => ({ ...notFound, body: html }), [
    NotFoundError,
    /It cannot be told whether .* is gone: the list of \w+ is not found either/,
  ]),
  deletedAndList("the list is empty, but counts objects", () => emptyPage({ count: 3 }), [
    ShapeError,
    /It cannot be told whether .* is gone: the list of \w+ is incomplete/,
  ]),
  deletedAndList("the list is empty, and counts nothing at all", () => emptyPage({}), [
    ShapeError,
    /has neither items nor a count/,
  ]),
  deletedAndList(
    "the list holds its id in an item that cannot be read",
    ({ id }) => emptyPage({ count: 1, results: [{ id, name: 7 }] }),
    listed,
  ),

  organization("the organization is out of order, 503", { type: "status", status: 503 }, [
    UnavailableError,
    /cannot be read: getOrganization failed \(503\)/,
  ]),
  organization("the organization is a page", { type: "status", status: 200, body: html }, [
    ShapeError,
    /cannot be read: getOrganization: .* HTML page/,
  ]),
  organization("the organization is not found", notFound, [NotFoundError, /not even the key's organization is found/]),
  {
    cause: "the platform is out of order, 503",
    arrange: ({ sandbox }, { path }) => sandbox.fault({ path }, { type: "status", status: 503 }, null),
    outcome: [UnavailableError, /cannot be read: get\w+ failed \(503\).*run again when the platform answers/],
  },
  {
    cause: "nobody listens at the platform's address",
    arrange: async () => ({ baseUrl: "http://127.0.0.1:1" }),
    outcome: [TransportError, /cannot be read: GET to \S+ failed: the connection was refused/],
  },
];
