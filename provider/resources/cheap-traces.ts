/**
 * Makes stack traces that are read before the returned function is called cheap, by leaving out their frames. For the
 * synchronous constructors of the SDK: they read about a hundred traces per resource, one for each promise that they
 * make, in case somebody debugs promises that never settle. Resolving those through source maps takes about half of the
 * time of a program with hundreds of resources.
 *
 * The SDK finds the user's line as before, since it lifts the limit of a trace for that. An error that is thrown keeps
 * its frames, unless a transformation reads them in the constructor. With `PULUMI_DEBUG_PROMISE_LEAKS`, and where
 * nothing formats traces or the hook cannot be replaced, this does nothing.
 *
 * @returns restores what was there
 */
export function cheapTraces(): () => void {
  const { prepareStackTrace: resolved } = Error;
  const prepare = (error: Error, frames: NodeJS.CallSite[]): unknown =>
    Error.stackTraceLimit === Number.POSITIVE_INFINITY
      ? Reflect.apply(resolved, Error, [error, frames])
      : `${error.name}: ${error.message}`;
  const isReplaced =
    typeof resolved === "function" &&
    !process.env.PULUMI_DEBUG_PROMISE_LEAKS &&
    Reflect.set(Error, "prepareStackTrace", prepare);
  return () => {
    // A module that is loaded in the constructor may have installed a hook of its own.
    if (isReplaced && Error.prepareStackTrace === prepare) {
      Error.prepareStackTrace = resolved;
    }
  };
}
