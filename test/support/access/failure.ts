import { expect } from "chai";
import { isProviderError, type ProviderError } from "pulumi-blockchain-nodes";

/** The error that a promise rejects with: always one of the package's own. */
export async function failureOf(promise: Promise<unknown>): Promise<ProviderError> {
  const outcome = await promise.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  expect(outcome, "it should have failed").to.have.property("error");
  const { error } = outcome as { readonly error: unknown };
  if (!isProviderError(error)) {
    throw error;
  }
  return error;
}
