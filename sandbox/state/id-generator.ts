import type { Random } from "../base/random";

/** Prefix of an identifier: access rule, node, network, project, organization, user. */
export type IdPrefix = "NAR" | "ND" | "NW" | "PR" | "RG" | "UR";

/** Generates identifiers in the platform's format: unique, with gaps. */
export class IdGenerator {
  readonly #random: Random;
  readonly #last: Record<IdPrefix, number>;

  constructor(random: Random) {
    this.#random = random;
    this.#last = { NAR: 0, ND: this.#start(), NW: 0, PR: this.#start(), RG: 0, UR: this.#start() };
  }

  /** `RG-123-456`; the ids of the organization's objects share its numbers. */
  organization(): string {
    this.#last.RG += 1;
    const serial = 100 + ((this.#random.integer(0, 799) + this.#last.RG * 101) % 900);
    return `RG-${this.#random.integer(100, 999)}-${serial}`;
  }

  /** `PR-123-456-789` for the organization `RG-123-456`. */
  next(prefix: IdPrefix, organizationId: string): string {
    this.#last[prefix] += this.#random.integer(1, 9);
    return `${prefix}-${organizationId.slice("RG-".length)}-${this.#last[prefix]}`;
  }

  #start(): number {
    return this.#random.integer(100, 299);
  }
}
