import { isObject } from "../base/json";
import type { Wire } from "./outcome";

/** Parameters of the fault `show-as`. */
interface ShowAsParameters {
  /** Prefix of the ids of the objects. */
  readonly id: string;
  /** Values to set, by path. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Paths to delete. */
  readonly omit: readonly string[];
}

type Json = Record<string, unknown>;

/** The response with fields of its objects changed, including list items and the nodes of networks. */
export function showAs(wire: Wire, showing: ShowAsParameters): Wire {
  if (wire.status > 299 || wire.headers["content-type"] !== "application/json") {
    return wire;
  }
  const body: unknown = JSON.parse(wire.payload.toString());
  for (const object of objectsIn(body).filter(({ id }) => String(id).startsWith(showing.id))) {
    for (const [path, value] of Object.entries(showing.fields)) {
      change(object, path, (holder, key) => {
        holder[key] = value;
      });
    }
    for (const path of showing.omit) {
      change(object, path, (holder, key) => {
        delete holder[key];
      });
    }
  }
  return { ...wire, payload: Buffer.from(JSON.stringify(body)) };
}

function objectsIn(body: unknown): readonly Json[] {
  if (!isObject(body)) {
    return [];
  }
  const shown = Array.isArray(body.results) ? body.results.filter(isObject) : [body];
  return shown.flatMap((object) => [object, ...(Array.isArray(object.nodes) ? object.nodes.filter(isObject) : [])]);
}

/** Applies a change to the object that holds the last segment of a path; a missing object is not created. */
function change(object: Json, path: string, run: (holder: Json, key: string) => void): void {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    run(object, key);
    return;
  }
  const inner = object[key];
  if (isObject(inner)) {
    change(inner, rest.join("."), run);
  }
}
