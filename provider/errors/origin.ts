import { redactor } from "../base/redact.js";
import { oneLine } from "../base/text.js";

const redact = redactor();
const longestName = 60;
const longestText = 300;

// Deep enough for a failed request: the request, the connection, the socket.
const mostCauses = 4;

/**
 * What is kept of an error of another package or of a program: name, code and message. The error itself may hold the
 * request that it is about, with its key, or the answer.
 */
class ForeignError extends Error {
  /** As the other side names the failure, for example `ECONNRESET`. */
  declare readonly code?: string | number;

  constructor(error: Error, causesLeft: number) {
    const cause = cleaned(innerOf(error), causesLeft);
    super(oneLine(redact(error.message), longestText), cause === undefined ? undefined : { cause });
    const name = oneLine(redact(error.name), longestName);
    const code = "code" in error ? error.code : undefined;
    Object.defineProperty(this, "name", { value: name });
    if (typeof code === "number" || (typeof code === "string" && /^[\w.-]{1,60}$/.test(code))) {
      this.code = code;
    }
    // Its frames are those of other packages and would begin with the message as it was.
    this.stack = `${name}: ${this.message}`;
  }
}

/**
 * What an error may keep of a foreign one that led to it, and of what led to that.
 *
 * @returns undefined where there was nothing
 */
export function foreignCause(cause: unknown): Error | undefined {
  return cause instanceof ForeignError ? cause : cleaned(cause, mostCauses);
}

function cleaned(cause: unknown, causesLeft: number): Error | undefined {
  if (cause === undefined || causesLeft === 0) {
    return undefined;
  }
  // Any other thrown value is described by its type: its content may be anything.
  const what = typeof cause === "string" ? cause : `a value of type ${cause === null ? "null" : typeof cause}`;
  return new ForeignError(cause instanceof Error ? cause : new Error(what), causesLeft - 1);
}

/** Several attempts to connect (IPv6, IPv4) fail as one error with an empty message; the first one says why. */
function innerOf(error: Error): unknown {
  return error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
}

/**
 * A stack without the frames of the SDK, which tell a user nothing. One of them (`@pulumi/resource.ts`, a path that its
 * source maps make up) keeps `util.inspect` of Node.js 20.20 busy until its memory is full, and the SDK inspects what a
 * program ends with.
 */
export function withoutSdk(stack: string | undefined): string {
  return (stack ?? "")
    .split("\n")
    .filter((line) => !/^\s+at .*[\\/]node_modules[\\/]@pulumi[\\/]/.test(line))
    .join("\n");
}
