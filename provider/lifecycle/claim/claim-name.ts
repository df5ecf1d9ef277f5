import type { Owner } from "../owner.js";

/** The owner of an object that has a claim instead of its own name. */
export interface Claim {
  /** {@link Owner.stackHash} of the stack that created it. */
  readonly stackHash: string;
  /** {@link Owner.resourceHash} of its resource; only the first 8 digits in a claim of an earlier version. */
  readonly resource: string;
}

type Claimant = Pick<Owner, "stackHash" | "resourceHash">;

/**
 * Name of an object that is being created. It identifies the owner to the next run if this one is killed; the last step
 * of the creation renames the object to its own name.
 */
export function claimName({ stackHash, resourceHash }: Claimant): string {
  return `creating-${stackHash}-${resourceHash}`;
}

/**
 * The claim of an initial node of a network: the first one has the network's claim, the others add their position.
 */
export function slotClaim(owner: Claimant, index: number): string {
  return index === 0 ? claimName(owner) : `${claimName(owner)}-n${index}`;
}

/**
 * Name of an initial node that is recreated in an existing network. It must differ from the claim of a new network: a
 * forced replacement would mistake the old network for the new one.
 */
export function repairClaim(owner: Claimant, index: number): string {
  return `${claimName(owner)}-r${index}`;
}

// So few that two resources of one stack may share them.
const earlierDigits = 8;

/** A claim as earlier versions wrote it. Its object may be resumed, but never deleted because of its name. */
export function earlierSpelling(claim: string): string {
  return claim.replace(/^(creating-[0-9a-f]{8}-[0-9a-f]{8})[0-9a-f]{8}/, "$1");
}

const pattern = /^creating-([0-9a-f]{8})-([0-9a-f]{8}(?:[0-9a-f]{8})?)(?:-[nr]\d+)?$/;

/** Parses a claim in either spelling; undefined for any other name. */
export function parseClaim(name: string): Claim | undefined {
  const [, stackHash, resource] = pattern.exec(name) ?? [];
  return stackHash === undefined || resource === undefined ? undefined : { stackHash, resource };
}

/** Whether a claim has the spelling of earlier versions, which is ambiguous. */
export function isEarlier({ resource }: Pick<Claim, "resource">): boolean {
  return resource.length === earlierDigits;
}

/** Whether a claim may belong to this resource: one of an earlier version may also belong to another. */
export function mayBeOf({ stackHash, resource }: Claim, owner: Claimant): boolean {
  return stackHash === owner.stackHash && owner.resourceHash.startsWith(resource);
}

/** Whether a name is the claim of this resource, or of one of its initial nodes, recreated ones included. */
export function isClaimOf(name: string, { stackHash, resourceHash }: Claimant): boolean {
  const claim = parseClaim(name);
  return claim?.stackHash === stackHash && claim.resource === resourceHash;
}
