import { createHash, randomBytes } from "node:crypto";

/** Who a resource is, read from the hidden input `__owner`: `<organization>/<urn>`. */
export interface Owner {
  /** Full URN of the resource. */
  readonly urn: string;
  /** Logical name: the last part of the URN. */
  readonly name: string;
  /** 8 hex digits that stand for the stack: Pulumi organization, salt, project and stack. */
  readonly stack8: string;
  /** 8 hex digits that stand for the resource: organization, salt and full URN. */
  readonly resource8: string;
}

const urnPattern = /^([^/]*)\/(urn:pulumi:(.*?)::(.*?)::.*?::(.*))$/s;

/**
 * Reads the hidden input `__owner`.
 *
 * @param salt setting `ownerSalt`, which tells stacks of equal names apart
 */
export function parseOwner(owner: string, salt: string): Owner {
  const [, organization = "", urn = owner, stack = "", project = "", name = "resource"] = urnPattern.exec(owner) ?? [];
  return {
    urn,
    name,
    stack8: hex8(organization, salt, project, stack),
    resource8: hex8(organization, salt, urn),
  };
}

/**
 * A name for a resource that the program did not name: logical name, 4 digits of the resource's hash, 4 random ones.
 * The first four find an object again that no state knows; the random ones keep a replacement apart from its forerunner.
 */
export function generateName({ name, resource8 }: Owner, index?: number): string {
  const base = index === undefined ? name : `${name}-${index}`;
  return `${base}-${resource8.slice(0, 4)}${randomBytes(2).toString("hex")}`;
}

/** Whether a name was generated for this resource. @param index of an initial node in its network */
export function isGeneratedName(candidate: string, { name, resource8 }: Owner, index?: number): boolean {
  const base = index === undefined ? name : `${name}-${index}`;
  const digits = candidate.slice(base.length + 1);
  return candidate.startsWith(`${base}-${resource8.slice(0, 4)}`) && /^[0-9a-f]{8}$/.test(digits);
}

function hex8(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 8);
}
