/** Stack traces while something ran. */
export interface Traces<T> {
  readonly value: T;
  /** First frames of those that went through source maps. */
  readonly resolved: readonly string[];
}

/** Runs something, and counts the stack traces that a hook as `source-map-support` installs it would have resolved. */
export function withResolver<T>(action: () => T): Traces<T> {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const resolved: string[] = [];
  const resolver = (error: Error, frames: readonly NodeJS.CallSite[]): string => {
    resolved.push(String(frames[0]));
    return `resolved ${[error, ...frames].join("\n    at ")}`;
  };
  Error.prepareStackTrace = resolver;
  // Mocha has none.
  Error.stackTraceLimit = 10;
  try {
    const value = action();
    if (Error.prepareStackTrace !== resolver) {
      throw new Error("the hook was not restored");
    }
    return { value, resolved };
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}
