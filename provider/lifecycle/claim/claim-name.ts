import type { Owner } from "../owner.js";

/** Whose object it is that has a claim in place of its name. */
export interface Claim {
  /** {@link Owner.stackHash} of the stack that made it. */
  readonly stackHash: string;
  /** {@link Owner.resourceHash} of the resource that made it; its first 8 digits in a claim of an earlier version. */
  readonly resource: string;
}

/** Members of an owner that a claim is made of. */
type Claimant = Pick<Owner, "stackHash" | "resourceHash">;

/**
 * Name of an object that is being created. It tells the next run whose object it is, should this one die; the object
 * gets its own name as the last step of its creation.
 */
export function claimName({ stackHash, resourceHash }: Claimant): string {
  return `creating-${stackHash}-${resourceHash}`;
}

/**
 * The same for an initial node of a network: the first one carries the claim as it is, the others with their position.
 */
export function slotClaim(owner: Claimant, index: number): string {
  return index === 0 ? claimName(owner) : `${claimName(owner)}-n${index}`;
}

/**
 * Name of an initial node that is made again in a network that the state holds. It must not read as the claim of a
 * creation: a forced replacement would take the old network for the new one.
 */
export function repairClaim(owner: Claimant, index: number): string {
  return `${claimName(owner)}-r${index}`;
}

// Earlier versions wrote so few that two resources of one stack may share them.
const earlierDigits = 8;

/** A claim as earlier versions wrote it. An object under such a name may be resumed, but never deleted for its name. */
export function earlierSpelling(claim: string): string {
  return claim.replace(/^(creating-[0-9a-f]{8}-[0-9a-f]{8})[0-9a-f]{8}/, "$1");
}

const pattern = /^creating-([0-9a-f]{8})-([0-9a-f]{8}(?:[0-9a-f]{8})?)(?:-[nr]\d+)?$/;

/** Whose claim a name is, in either spelling; undefined for a name that is none. */
export function parseClaim(name: string): Claim | undefined {
  const [, stackHash, resource] = pattern.exec(name) ?? [];
  return stackHash === undefined || resource === undefined ? undefined : { stackHash, resource };
}

/** Whether a claim has the spelling of earlier versions, which does not tell one resource for certain. */
export function isEarlier({ resource }: Pick<Claim, "resource">): boolean {
  return resource.length === earlierDigits;
}

/** Whether a claim may be this resource's: in the spelling of earlier versions it may be another one's as well. */
export function mayBeOf({ stackHash, resource }: Claim, owner: Claimant): boolean {
  return stackHash === owner.stackHash && owner.resourceHash.startsWith(resource);
}

/** Whether a name is the claim of this resource, of one of its initial nodes, or of one that is made again. */
export function isClaimOf(name: string, { stackHash, resourceHash }: Claimant): boolean {
  const claim = parseClaim(name);
  return claim?.stackHash === stackHash && claim.resource === resourceHash;
}
