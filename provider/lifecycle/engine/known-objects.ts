import { objectsIn } from "../../base/is-object.js";
import type { Properties } from "./properties.js";

/** Objects in the engine's state, as far as its calls, for one resource each, have shown it. */
export class KnownObjects {
  readonly #ids = new Set<string>();
  readonly #resources = new Set<string>();

  /** Records an object that is in state, or will be, with the initial nodes of a network. */
  add(id: string, { nodes }: Properties): void {
    this.#ids.add(id);
    for (const node of objectsIn(nodes)) {
      if (typeof node.id === "string") {
        this.#ids.add(node.id);
      }
    }
  }

  /** Records a resource in state whose object is not known yet. */
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
