import type * as pulumi from "@pulumi/pulumi";
import { callPlain, callTwin, type FunctionDefinition } from "./call.js";
import type { FunctionOptions } from "./options.js";

/** An organization. */
export interface OrganizationInfo {
  /** For example `RG-123-456`. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
}

const definition: FunctionDefinition<Record<never, never>, OrganizationInfo> = {
  name: "getOrganization",
  table: {},
  run: (account) => account.readOrganization(),
};

/**
 * The organization that the key belongs to.
 *
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export function getOrganization(options: FunctionOptions = {}): Promise<OrganizationInfo> {
  return callPlain(definition, {}, options);
}

/** The twin of {@link getOrganization}: unknown in a preview without key or with the setting `offline`. */
export function getOrganizationOutput(options: FunctionOptions = {}): pulumi.Output<OrganizationInfo> {
  return callTwin(definition, {}, options);
}
