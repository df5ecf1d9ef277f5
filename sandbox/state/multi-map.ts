/** Objects by their parent, in order of creation. */
export class MultiMap<T> {
  readonly #items = new Map<string, T[]>();

  /** Adds an object to a parent. */
  add(holderId: string, item: T): void {
    const items = this.#items.get(holderId);
    if (items === undefined) {
      this.#items.set(holderId, [item]);
    } else {
      items.push(item);
    }
  }

  /** The objects of a parent, including deleted ones: lists can show the past. */
  of(holderId: string): readonly T[] {
    return this.#items.get(holderId) ?? [];
  }
}
