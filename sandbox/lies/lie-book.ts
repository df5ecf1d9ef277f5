import { ValidationError } from "../base/validation";
import type { Lie, LieFamily } from "./lie";
import { lieTable } from "./lie-table";

/** A lie that a node tells. */
export interface ActiveLie {
  readonly name: string;
  readonly lies: readonly Lie[];
  /** Remaining requests; undefined for no limit. */
  remaining: number | undefined;
  /** Requests in which it was told. */
  told: number;
}

/** The lies that nodes tell, by node id. */
export class LieBook {
  readonly #nodes = new Map<string, readonly ActiveLie[]>();

  /**
   * Replaces the lies of a node.
   *
   * @param families of the node's APIs
   * @param times in how many requests each is told; undefined for no limit
   * @throws ValidationError for a name that is unknown, or that none of the families has
   */
  set(id: string, families: readonly LieFamily[], names: readonly string[], times: number | undefined): void {
    const active = [...new Set(names)].map((name): ActiveLie => {
      const lies = (lieTable.get(name) ?? []).filter((lie) => lie.families.some((family) => families.includes(family)));
      if (lies.length === 0) {
        const known = [...lieTable].flatMap(([other, rows]) =>
          rows.some((row) => row.families.some((family) => families.includes(family))) ? [other] : [],
        );
        throw new ValidationError(`lies: "${name}" is none of this node (${families.join(", ")}): ${known.join(", ")}`);
      }
      return { name, lies, remaining: times, told: 0 };
    });
    this.#nodes.set(id, active);
  }

  /** The lies that a node tells now. */
  of(id: string): readonly ActiveLie[] {
    return (this.#nodes.get(id) ?? []).filter(({ remaining }) => remaining !== 0);
  }

  /** Whether a WebSocket of a node has no events. */
  isMute(id: string): boolean {
    return this.of(id).some(({ lies }) => lies.some(({ isMute }) => isMute === true));
  }

  /** The lies of a node, for the admin interface. */
  describe(id: string): readonly Record<string, unknown>[] {
    return this.of(id).map(({ name, remaining, told }) => ({ name, remaining: remaining ?? null, told }));
  }
}
