import { type Account, type DeploymentOverride, type Entity, existsAt, type Role } from "../../state/model";
import type { Settings } from "../../state/settings";
import type { Store } from "../../state/store";
import type { Viewer } from "../views";
import { type Envelope, type PageRequest, paginate, type Sortable, sorted } from "./pagination";
import { type ApiResponse, notFound } from "./response";

/** An authenticated request to an operation. */
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
  /** Time of the state that lists show; in the past under a fault or the setting `listLagMs`. */
  readonly listAt: number;
  readonly deployment: DeploymentOverride | undefined;
}

/** Implementation of an operation. */
type Handler = (call: Call) => ApiResponse;

/** A route of the management API. */
export interface Route {
  readonly operation: string;
  readonly method: "DELETE" | "GET" | "PATCH" | "POST";
  readonly path: string;
  /** Minimum role. @default `viewer` for GET, else `editor` */
  readonly role?: Role;
  /** Setting with the limit per minute and organization. @default no limit */
  readonly perMinute?: "exportRequestsPerMinute" | "usageRequestsPerMinute";
  readonly handle: Handler;
}

/** What the views of this call need. */
export function viewer(call: Call, at = call.store.clock.now()): Viewer {
  return { store: call.store, settings: call.settings, origin: call.url.origin, at };
}

/** Whether the key of the call can see an object. */
export function isVisible(call: Call, entity: Entity | undefined, at = call.store.clock.now()): entity is Entity {
  return (
    entity !== undefined &&
    !entity.hidden &&
    entity.organizationId === call.account.organizationId &&
    existsAt(entity, at)
  );
}

/**
 * The object with the id in the path.
 * @throws ApiError 404 when it does not exist or the key cannot see it
 */
export function getVisible<T extends Entity>(call: Call, objects: ReadonlyMap<string, T>): T {
  const entity = objects.get(call.id);
  if (entity === undefined || !isVisible(call, entity)) {
    throw notFound();
  }
  return entity;
}

/** A page of the visible objects that match. */
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

/** Pagination parameters of this call. */
export function pageRequest(call: Call): PageRequest {
  const { pageSize, nextLinks: links } = call.settings;
  return { query: call.url.searchParams, pageSize, url: call.url, links };
}

/** Whether a name matches the `name` filter, if any. */
export function nameMatches(call: Call, name: string): boolean {
  const wanted = call.url.searchParams.get("name");
  if (wanted === null || wanted === "") {
    return true;
  }
  return call.settings.nameFilter === "exact" ? name === wanted : name.toLowerCase().includes(wanted.toLowerCase());
}
