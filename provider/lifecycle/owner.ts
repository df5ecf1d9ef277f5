import { createHash } from "node:crypto";

/** Who a resource is. */
export interface Owner {
  /** Full URN of the resource. */
  readonly urn: string;
  /** Logical name: the last part of the URN. */
  readonly name: string;
  /** Name of the stack. */
  readonly stack: string;
  /** 8 hex digits that stand for the stack: Pulumi organization, salt, project and stack. */
  readonly stackHash: string;
  /** 16 hex digits that stand for the resource: organization, salt and full URN. */
  readonly resourceHash: string;
  /**
   * Whether nobody else can have the same digits. With a backend of files every organization is called `organization`:
   * there another machine's stack of equal names is the same one here, unless a salt tells them apart.
   */
  readonly isExclusive: boolean;
}

/** What to say of an object whose owner is not exclusive. */
export const saltAdvice =
  "This backend has no organizations: another machine's stack of the same name has the same claims. Give each of them an ownerSalt of its own (blockchain-nodes:ownerSalt).";

// What `pulumi.getOrganization()` answers with a backend that has no organizations.
const sharedOrganization = "organization";

const urnPattern = /^([^/]*)\/(urn:pulumi:(.*?)::(.*?)::.*?::(.*))$/s;

/**
 * Parses who a resource is.
 *
 * @param owner `<organization>/<urn>`
 * @param salt setting `ownerSalt`, which tells stacks of equal names apart
 */
export function parseOwner(owner: string, salt: string): Owner {
  const [, organization = "", urn = owner, stack = "", project = "", name = "resource"] = urnPattern.exec(owner) ?? [];
  return {
    urn,
    name,
    stack,
    stackHash: hash(organization, salt, project, stack).slice(0, 8),
    resourceHash: hash(organization, salt, urn).slice(0, 16),
    isExclusive: salt !== "" || !["", sharedOrganization].includes(organization),
  };
}

/**
 * A name for a resource that the program did not name: logical name and 8 digits of the resource's hash. It is the same
 * in each run, or a plan that `preview` saves would fail; a replacement and its forerunner are told apart by their ids.
 */
export function generateName({ name, resourceHash }: Owner, index?: number): string {
  return `${index === undefined ? name : `${name}-${index}`}-${resourceHash.slice(0, 8)}`;
}

/**
 * Whether a name was generated for this resource. Earlier versions made four digits of the hash and four random ones.
 *
 * @param index of an initial node in its network
 */
export function isGeneratedName(candidate: string, owner: Owner, index?: number): boolean {
  const kept = generateName(owner, index).slice(0, -4);
  return candidate.startsWith(kept) && /^[0-9a-f]{4}$/.test(candidate.slice(kept.length));
}

function hash(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}
