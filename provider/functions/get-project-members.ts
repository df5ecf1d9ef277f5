import type * as pulumi from "@pulumi/pulumi";
import { type ArgumentTable, kinds } from "./call/arguments.js";
import { callPlain, callTwin, type FunctionDefinition } from "./call/call.js";
import { collect } from "./call/collect.js";
import type { FunctionOptions, OutputArgs } from "./call/options.js";

/** Arguments of {@link getProjectMembers}. */
export interface GetProjectMembersArgs {
  /** Id of the project, for example `PR-123-456-789`. */
  readonly project: string;
}

/** An organization that takes part in a project. What is not known is absent. */
export interface ProjectMemberInfo {
  /** Id of the organization. */
  readonly id: string;
  /** Its name. */
  readonly name?: string | undefined;
  /** Address of its contact. */
  readonly email?: string | undefined;
}

const table: ArgumentTable<GetProjectMembersArgs> = { project: { kind: kinds.text, isRequired: true } };

const definition: FunctionDefinition<GetProjectMembersArgs, readonly ProjectMemberInfo[]> = {
  name: "getProjectMembers",
  table,
  run: (account, { project }) =>
    collect("getProjectMembers", account.client.pages("listProjectMembers", { id: project })),
};

/**
 * The organizations that take part in a project. Only old consortium projects have members.
 *
 * @throws {RejectedError} for a wrong argument, before anything is asked
 * @throws {NotFoundError} when the project does not exist, or the key may not see it
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export function getProjectMembers(
  args: GetProjectMembersArgs,
  options: FunctionOptions = {},
): Promise<readonly ProjectMemberInfo[]> {
  return callPlain(definition, args, options);
}

/** The twin of {@link getProjectMembers}: unknown in a preview without key or with the setting `offline`. */
export function getProjectMembersOutput(
  args: OutputArgs<GetProjectMembersArgs>,
  options: FunctionOptions = {},
): pulumi.Output<readonly ProjectMemberInfo[]> {
  return callTwin(definition, args, options);
}
