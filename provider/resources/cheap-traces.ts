/**
 * Makes stack traces that are read before the returned function is called cheap, by leaving out their frames. For the
 * synchronous constructors of the SDK: they read about a hundred traces per resource, one for each promise that they
 * make, in case somebody debugs promises that never settle. Resolving those through source maps takes most of the time
 * of a program with hundreds of resources.
 *
 * Nothing else changes: the SDK finds the user's line as before, since it lifts the limit of a trace for that, and an
 * error keeps its frames until somebody reads them. With `PULUMI_DEBUG_PROMISE_LEAKS`, or without source maps, this does
 * nothing.
 *
 * @returns restores what was there
 */
export function cheapTraces(): () => void {
  const { prepareStackTrace: resolved } = Error;
  if (resolved === undefined || process.env.PULUMI_DEBUG_PROMISE_LEAKS) {
    return () => undefined;
  }
  const prepare = (error: Error, frames: NodeJS.CallSite[]): unknown =>
    Error.stackTraceLimit === Number.POSITIVE_INFINITY ? resolved(error, frames) : String(error);
  Error.prepareStackTrace = prepare;
  return () => {
    Error.prepareStackTrace = resolved;
  };
}
