import { isProviderError } from "../../errors/errors.js";

/**
 * Runs the calls of an update. A 404 alone would tell the user nothing, at each run anew: what was deleted outside
 * leaves the state by a refresh only.
 *
 * @param what for the message: `Node ND-1-2-3`
 * @throws {NotFoundError} that names `pulumi refresh`, and whatever else the calls throw
 */
export async function namingRefresh<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isProviderError(error, "not-found")) {
      throw error;
    }
    throw error.with({
      message: `${what} cannot be updated: ${error.message} If it was deleted outside of Pulumi, run \`pulumi refresh\`: that drops it from the state, and the next \`pulumi up\` makes a new one.`,
      cause: error,
    });
  }
}
