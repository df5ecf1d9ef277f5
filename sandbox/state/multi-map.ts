/** Objects by the object that holds them, in order of creation. */
export class MultiMap<T> {
  readonly #items = new Map<string, T[]>();

  /** Notes one more object of a holder. */
  add(holderId: string, item: T): void {
    const items = this.#items.get(holderId);
    if (items === undefined) {
      this.#items.set(holderId, [item]);
    } else {
      items.push(item);
    }
  }

  /** What a holder holds or held; deleted objects stay, since a list can show the past. */
  of(holderId: string): readonly T[] {
    return this.#items.get(holderId) ?? [];
  }
}
