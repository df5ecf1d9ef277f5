import { collect } from "./call/collect.js";
import { defineFunction } from "./call/define-function.js";

/** Arguments of {@link getProjectMembers}. */
export interface GetProjectMembersArgs {
  /** Id of the project, for example `PR-123-456-789`. */
  readonly project: string;
}

/** An organization that is a member of a project. What is not known is absent. */
export interface ProjectMemberInfo {
  /** Id of the organization. */
  readonly id: string;
  /** Its name. */
  readonly name?: string | undefined;
  /** E-mail address of its contact. */
  readonly email?: string | undefined;
}

const projectMembers = defineFunction<GetProjectMembersArgs, readonly ProjectMemberInfo[]>({
  name: "getProjectMembers",
  arguments: ({ text }) => ({ project: { kind: text, isRequired: true } }),
  run: (account, { project }) =>
    collect("getProjectMembers", account.client.pages("listProjectMembers", { id: project })),
});

/**
 * The organizations that are members of a project. Only old consortium projects have members.
 *
 * @throws {RejectedError} for a wrong argument, before any request
 * @throws {NotFoundError} when the project does not exist, or the key may not see it
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export const getProjectMembers = projectMembers.plain;

/** The `Output` form of {@link getProjectMembers}: unknown in a preview without key or with the setting `offline`. */
export const getProjectMembersOutput = projectMembers.output;
