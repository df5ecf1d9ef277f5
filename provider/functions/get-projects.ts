import { collect } from "./call/collect.js";
import type { CreatorInfo } from "./call/creator.js";
import { defineFunction } from "./call/define-function.js";

/** Filters of {@link getProjects}; a project must match all of them. */
export interface GetProjectsArgs {
  /** The full name. */
  readonly name?: string;
  /** Id of the organization. */
  readonly organization?: string;
  /** `public`; `consortium` occurs on old projects only. */
  readonly type?: string;
}

/** A project. What is not known is absent. */
export interface ProjectInfo {
  /** For example `PR-123-456-789`. */
  readonly id: string;
  /** Name; several projects may have the same. */
  readonly name: string;
  /** Free text. */
  readonly description?: string | undefined;
  /** `public` or `consortium`. */
  readonly type?: string | undefined;
  /** Number of its networks. */
  readonly networks?: number | undefined;
  /** When it was created: ISO 8601, UTC. */
  readonly createdAt?: string | undefined;
  /** Who created it. */
  readonly creator?: CreatorInfo | undefined;
  /** Id of the organization that it belongs to. */
  readonly organization?: string | undefined;
}

const projects = defineFunction<GetProjectsArgs, readonly ProjectInfo[]>({
  name: "getProjects",
  arguments: ({ text, shown }) => ({
    ...shown("name"),
    organization: { kind: text, query: "organization", isShown: true },
    type: { kind: text, query: "type", isShown: true },
  }),
  run: async (account, _, { query, fits }) => {
    const listed: readonly ProjectInfo[] = await collect(
      "getProjects",
      account.client.pages("listProjects", { query }),
    );
    return listed.filter(fits);
  },
});

/**
 * The projects of the account, oldest first.
 *
 * @throws {RejectedError} for a wrong argument, before any request
 * @throws {ConfigError} without key or base URL, and in a preview with the setting `offline`
 * @throws {AuthError} for a refused key, or one of another organization than the setting `organization` demands
 */
export const getProjects = projects.plain;

/** The `Output` form of {@link getProjects}: unknown in a preview without key or with the setting `offline`. */
export const getProjectsOutput = projects.output;
