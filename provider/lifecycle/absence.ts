import { isProviderError, NotFoundError } from "../errors.js";
import type { Account } from "./account.js";

/** Lists of the objects that resources stand for. */
export type ObjectList = "listProjects" | "listNetworks" | "listNodesV1" | "listNodesV2";

/** Where to look for an object that a read did not find. */
export interface AbsenceQuestion {
  /** What is missing, for messages: `node ND-1-2-3`. */
  readonly what: string;
  readonly id: string;
  /** List that would hold the object if it still existed. */
  readonly list: ObjectList;
  /** Organization recorded in state. */
  readonly organization: unknown;
  /** Project that holds the object; absent for a project itself. */
  readonly project: unknown;
}

/**
 * Proves that an object is gone. The platform answers 404 both for what does not exist and for what a key may not see,
 * so a 404 alone proves nothing. Proven is an absence when the key still works, belongs to the recorded organization,
 * the list does not hold the id, and the parent project is visible, or itself gone while the list of projects works.
 *
 * @returns normally when the absence is proven
 * @throws {NotFoundError} when the list still holds the object although reading it fails
 * @throws {ProviderError} whatever stands in the way of the proof: nothing may be concluded then
 */
export async function proveAbsence(account: Account, question: AbsenceQuestion): Promise<void> {
  await account.guard(question.organization);
  if (await isListed(account, question.list, question.id)) {
    throw new NotFoundError(
      `${question.what} cannot be read, but the platform still lists it. The key may have lost rights to it: check the key's role, then run again.`,
    );
  }
  if (typeof question.project === "string") {
    await proveParentKnown(account, question.what, question.project);
  }
}

/**
 * Reads an object that may be gone.
 *
 * @returns undefined when it is proven to be gone
 * @throws {ProviderError} what reading it throws, or what stands in the way of the proof
 */
export async function readOrProve<T>(
  account: Account,
  question: AbsenceQuestion,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isProviderError(error, "not-found")) {
      throw error;
    }
    await proveAbsence(account, question);
    return undefined;
  }
}

async function proveParentKnown(account: Account, what: string, project: string): Promise<void> {
  try {
    await account.projects.get(project);
  } catch (error) {
    if (!isProviderError(error, "not-found")) {
      throw error;
    }
    if (await isListed(account, "listProjects", project)) {
      throw new NotFoundError(
        `${what} cannot be read, and its project ${project} is listed but hidden from this key: check the key's role.`,
      );
    }
  }
}

async function isListed(account: Account, list: ObjectList, id: string): Promise<boolean> {
  for await (const { results, unreadable } of account.client.pages(list, {}, account.signal)) {
    if (results.some((item) => item.id === id) || unreadable.includes(id)) {
      return true;
    }
  }
  return false;
}
