/**
 * Keeps stack traces from being resolved through source maps until the returned function is called. For the synchronous
 * constructors of the SDK: they take the text of about a hundred traces per resource, each for a promise of its own, for
 * the case that somebody debugs promises that never settle. Resolved, those are two thirds of the time of a program with
 * hundreds of resources.
 *
 * Nothing else changes: the SDK finds the user's line as before, since it lifts the limit of a trace for that, and errors
 * are resolved when somebody reads their traces. With `PULUMI_DEBUG_PROMISE_LEAKS`, or without source maps, this does
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
    Error.stackTraceLimit === Number.POSITIVE_INFINITY ? resolved(error, frames) : [error, ...frames].join("\n    at ");
  Error.prepareStackTrace = prepare;
  return () => {
    Error.prepareStackTrace = resolved;
  };
}
