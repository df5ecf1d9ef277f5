import { Account } from "../account/account.js";
import { Removals } from "./absence/removals.js";
import { ClaimRegistry } from "./claim/claim-registry.js";

/** What the operations of one process on one account share. */
export interface AccountScope {
  readonly account: Account;
  /** What this process creates or resumes. */
  readonly claims: ClaimRegistry;
  /** What this process deletes. */
  readonly removals: Removals;
}

export function accountScope(...args: ConstructorParameters<typeof Account>): AccountScope {
  const account = new Account(...args);
  return { account, claims: new ClaimRegistry(account), removals: new Removals() };
}
