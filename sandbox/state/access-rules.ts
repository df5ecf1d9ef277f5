import { BlockList, isIPv6 } from "node:net";

/** Types of access rules. */
export const accessRuleTypes = ["ip", "origin"] as const;

/** Statuses of an access rule. */
export const accessRuleStatuses = ["activated", "deactivated"] as const;

/** Type of an access rule. */
export type AccessRuleType = (typeof accessRuleTypes)[number];

/** An access rule of a node. */
export interface AccessRule {
  readonly id: string;
  readonly nodeId: string;
  readonly type: AccessRuleType;
  value: string;
  status: (typeof accessRuleStatuses)[number];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  updatedAt: number;
}

/** Properties of a request to a node that rules check. */
export interface Caller {
  /** Remote address of the connection. */
  readonly address: string | undefined;
  /** Header `Origin`; only browsers send it. */
  readonly origin: string | undefined;
}

const matchers: Readonly<Record<AccessRuleType, (value: string, caller: Caller) => boolean>> = {
  ip: (value, { address }) => address !== undefined && isSameAddress(value, address),
  origin: (value, { origin }) => origin !== undefined && isOriginOf(value, origin),
};

/** Whether the active rules allow a request: each type with an active rule needs one that matches. */
export function allows(rules: Iterable<AccessRule>, caller: Caller): boolean {
  const active = [...rules].filter(({ status }) => status === "activated");
  return accessRuleTypes.every((type) => {
    const ofType = active.filter((rule) => rule.type === type);
    return ofType.length === 0 || ofType.some(({ value }) => matchers[type](value, caller));
  });
}

/** Compares addresses, not strings: an IPv6 address has several notations, including IPv4-mapped ones. */
function isSameAddress(value: string, address: string): boolean {
  const wanted = new BlockList();
  wanted.addAddress(value, familyOf(value));
  return wanted.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

/** `*` matches any origin, `*.host` any subdomain of `host`. */
function isOriginOf(value: string, origin: string): boolean {
  if (value === "*") {
    return true;
  }
  const host = URL.canParse(origin) ? new URL(origin).hostname : origin.toLowerCase();
  const wanted = value.toLowerCase();
  return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
}
