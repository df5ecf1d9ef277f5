import type { Owner } from "./owner.js";

/** Whose object it is that has a claim in place of its name. */
export interface Claim {
  /** {@link Owner.stack8} of the stack that made it. */
  readonly stack8: string;
  /** {@link Owner.resource8} of the resource that made it. */
  readonly resource8: string;
}

/**
 * Name of an object that is being created. It tells the next run whose object it is, should this one die; the object gets
 * its own name as the last step of its creation.
 */
export function claimName({ stack8, resource8 }: Pick<Owner, "stack8" | "resource8">): string {
  return `creating-${stack8}-${resource8}`;
}

/** The same for an initial node of a network: the first one carries the claim as it is, the others with their position. */
export function slotClaim(owner: Owner, index: number): string {
  return index === 0 ? claimName(owner) : `${claimName(owner)}-n${index}`;
}

/**
 * Name of an initial node that is made again in a network that the state holds. It must not read as the claim of a
 * creation: a forced replacement would take the old network for the new one.
 */
export function repairClaim(owner: Owner, index: number): string {
  return `${claimName(owner)}-r${index}`;
}

const pattern = /^creating-([0-9a-f]{8})-([0-9a-f]{8})(?:-[nr]\d+)?$/;

/** Whose claim a name is; undefined for a name that is none. */
export function parseClaim(name: string): Claim | undefined {
  const [, stack8, resource8] = pattern.exec(name) ?? [];
  return stack8 === undefined || resource8 === undefined ? undefined : { stack8, resource8 };
}
