import type { Account } from "../../account/account.js";
import { isProviderError, NotFoundError, type ProviderError, ShapeError } from "../../errors/errors.js";
import { listedNow, listNames, type ObjectList } from "./list-index.js";
import { cannotRead, cannotTell, keeping } from "./read-errors.js";

/** Where to look for an object that a read did not find. */
export interface AbsenceQuestion {
  /** What is missing, for messages: `Node ND-1-2-3`. */
  readonly what: string;
  readonly id: string;
  /** List that holds the object if it exists. */
  readonly list: ObjectList;
  /** Organization recorded in state. */
  readonly organization: string | undefined;
  /** Project that holds the object; absent for a project itself. */
  readonly project: string | undefined;
  /** Whether the deletion is expected, so that one check is enough: a network whose nodes were just deleted. */
  readonly isExpected?: boolean;
}

/**
 * The key's organization, which must be the one in state. Called before anything is read.
 *
 * @throws {AuthError} as {@link Account.guard}
 * @throws {ProviderError} why the object cannot be read
 */
export async function guardRead(
  account: Account,
  question: Pick<AbsenceQuestion, "what" | "organization">,
): Promise<string> {
  try {
    await account.organization();
  } catch (error) {
    account.signal.throwIfAborted();
    const isMissing = isProviderError(error, "not-found");
    throw cannotRead(question, error, isMissing ? "not even the key's organization is found (404)." : undefined);
  }
  return account.guard(question.organization);
}

/**
 * Why an object that a read did not find may still exist, possibly transient; undefined when its absence is proven.
 *
 * @throws {ProviderError} why that cannot be determined
 */
export async function obstacleToProof(account: Account, question: AbsenceQuestion): Promise<ProviderError | undefined> {
  const { what, id, list, project } = question;
  await guardRead(account, question);
  const where = await whereListed(account, question, list, id);
  if (where === "listed") {
    return new NotFoundError(
      `${what} cannot be read, but the platform still lists it. The key may have lost rights to it, or the list is older than its deletion. ${keeping(question, "check the key's role, then run again")}`,
    );
  }
  if (where !== undefined || project === undefined) {
    return where;
  }
  try {
    await account.projects.get(project);
    return undefined;
  } catch (error) {
    account.signal.throwIfAborted();
    if (!isProviderError(error, "not-found")) {
      throw cannotTell(question, error);
    }
  }
  const parent = await whereListed(account, question, "listProjects", project);
  return parent === "listed"
    ? new NotFoundError(
        `${what} cannot be read, and its project ${project} is listed but hidden from this key. ${keeping(question, "check the key's role, then run again")}`,
      )
    : parent;
}

/** Whether a list holds an id: undefined when it does not, an error when the list may be incomplete. */
async function whereListed(
  account: Account,
  question: AbsenceQuestion,
  list: ObjectList,
  id: string,
): Promise<"listed" | ShapeError | undefined> {
  try {
    const { ids, gap } = await listedNow(account, list);
    if (ids.has(id)) {
      return "listed";
    }
    return gap === undefined
      ? undefined
      : new ShapeError(
          `Cannot determine whether ${question.what} still exists: ${listNames[list]} ${gap}. ${keeping(question, "run again later")}`,
        );
  } catch (error) {
    account.signal.throwIfAborted();
    const isMissing = isProviderError(error, "not-found");
    throw cannotTell(question, error, isMissing ? `${listNames[list]} is not found either (404).` : undefined);
  }
}
