import { isProviderError } from "../../errors/errors.js";

/**
 * Runs the calls of an update and explains a 404: only a refresh removes an object that was deleted outside of Pulumi
 * from state.
 *
 * @param what for the message: `Node ND-1-2-3`
 * @throws {NotFoundError} naming `pulumi refresh`; other errors of the calls unchanged
 */
export async function namingRefresh<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isProviderError(error, "not-found")) {
      throw error;
    }
    throw error.with({
      message: `${what} cannot be updated: ${error.message} If it was deleted outside of Pulumi, run \`pulumi refresh\`: it removes it from state, and the next \`pulumi up\` creates a new one.`,
      cause: error,
    });
  }
}
