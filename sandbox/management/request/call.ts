import { type Account, type DeploymentOverride, type Entity, existsAt, type Role } from "../../state/model";
import type { Settings } from "../../state/settings";
import type { Store } from "../../state/store";
import type { Viewer } from "../views";
import { type Envelope, type PageRequest, paginate, type Sortable, sorted } from "./pagination";
import { type ApiResponse, notFound } from "./response";

/** One request to an operation, already authenticated. */
export interface Call {
  readonly store: Store;
  readonly settings: Settings;
  readonly account: Account;
  /** The id in the path; empty where the path has none. */
  readonly id: string;
  /** The id of the access rule in the path; empty where the path has none. */
  readonly ruleId: string;
  /** Full URL of the request. */
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
  /** The moment that lists show; a fault or a setting can put it into the past. */
  readonly listAt: number;
  readonly deployment: DeploymentOverride | undefined;
}

/** An operation of the management API. */
type Handler = (call: Call) => ApiResponse;

/** One row of the route table. */
export interface Route {
  readonly operation: string;
  readonly method: "DELETE" | "GET" | "PATCH" | "POST";
  readonly path: string;
  /** The least role that may do it. @default `viewer` for GET, else `editor` */
  readonly role?: Role;
  /** The setting that limits how often an organization may do it. @default no limit of its own */
  readonly perMinute?: "exportRequestsPerMinute" | "usageRequestsPerMinute";
  readonly handle: Handler;
}

/** How the answer to this call shows objects. */
export function viewer(call: Call, at = call.store.clock.now()): Viewer {
  return { store: call.store, settings: call.settings, origin: call.url.origin, at };
}

/** Whether the key of the call may see an object now. */
export function isVisible(call: Call, entity: Entity | undefined, at = call.store.clock.now()): entity is Entity {
  return (
    entity !== undefined &&
    !entity.hidden &&
    entity.organizationId === call.account.organizationId &&
    existsAt(entity, at)
  );
}

/**
 * The object that the path names.
 * @throws ApiError 404 when it does not exist or the key may not see it.
 */
export function getVisible<T extends Entity>(call: Call, objects: ReadonlyMap<string, T>): T {
  const entity = objects.get(call.id);
  if (entity === undefined || !isVisible(call, entity)) {
    throw notFound();
  }
  return entity;
}

/** A page of the visible objects that pass every filter. */
export function list<T extends Entity, V>(
  call: Call,
  objects: Iterable<T>,
  matches: (item: T) => boolean,
  keys: (item: T) => Sortable,
  view: (item: T) => V,
): { readonly status: 200; readonly body: Envelope<V> } {
  const query = call.url.searchParams;
  const visible = [...objects].filter((item) => isVisible(call, item, call.listAt) && matches(item));
  return { status: 200, body: paginate(sorted(visible, query, keys), pageRequest(call), view) };
}

/** What a list answer to this call is paged with. */
export function pageRequest(call: Call): PageRequest {
  const { pageSize, nextLinks: links } = call.settings;
  return { query: call.url.searchParams, pageSize, url: call.url, links };
}

/** Whether a name passes the `name` filter, if there is one. */
export function nameMatches(call: Call, name: string): boolean {
  const wanted = call.url.searchParams.get("name");
  if (wanted === null || wanted === "") {
    return true;
  }
  return call.settings.nameFilter === "exact" ? name === wanted : name.toLowerCase().includes(wanted.toLowerCase());
}
