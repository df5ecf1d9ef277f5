import { isRecord } from "./json.js";
import type { Properties } from "./properties.js";

/** What a process has learnt of the engine's state: the engine tells it of one resource at a time. */
export class KnownObjects {
  readonly #ids = new Set<string>();
  readonly #resources = new Set<string>();

  /** The state holds an object, or will: itself, and the initial nodes of a network. */
  add(id: string, { nodes }: Properties): void {
    this.#ids.add(id);
    for (const node of Array.isArray(nodes) ? nodes : []) {
      if (isRecord(node) && typeof node.id === "string") {
        this.#ids.add(node.id);
      }
    }
  }

  /** The state holds a resource: nobody has said yet which object that is. */
  addResource(urn: string): void {
    this.#resources.add(urn);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  hasResource(urn: string): boolean {
    return this.#resources.has(urn);
  }
}
