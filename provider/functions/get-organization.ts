import type * as pulumi from "@pulumi/pulumi";
import { ConfigError } from "../errors/errors.js";
import { defineFunction } from "./call/define-function.js";
import type { FunctionOptions } from "./call/options.js";

/** An organization. */
export interface OrganizationInfo {
  /** For example `RG-123-456`. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
}

const organization = defineFunction<Record<never, never>, OrganizationInfo>({
  name: "getOrganization",
  arguments: () => ({}),
  organizationOf: ({ id }) => id,
  run: (account) => account.readOrganization(),
});

// The other functions take their options second: ignored here, they would query another account.
function refuseMore(name: string, more: readonly unknown[]): void {
  if (more.some((argument) => argument !== undefined)) {
    throw new ConfigError(`${name} takes no arguments: its options come first, for example ${name}({ provider }).`);
  }
}

/**
 * The organization that the key belongs to.
 *
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export function getOrganization(options?: FunctionOptions): Promise<OrganizationInfo>;
export async function getOrganization(options?: FunctionOptions, ...more: unknown[]): Promise<OrganizationInfo> {
  refuseMore("getOrganization", more);
  return organization.plain({}, options);
}

/** The `Output` form of {@link getOrganization}: unknown in a preview without key or with the setting `offline`. */
export function getOrganizationOutput(options?: FunctionOptions): pulumi.Output<OrganizationInfo>;
export function getOrganizationOutput(options?: FunctionOptions, ...more: unknown[]): pulumi.Output<OrganizationInfo> {
  refuseMore("getOrganizationOutput", more);
  return organization.output({}, options);
}
