import { Agent, type Dispatcher, request } from "undici";
import { TransportError, type TransportFailure } from "../errors.js";

/** One HTTP request, without any retry. */
export interface ExchangeRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Deadline over everything: connect, headers and the whole body. */
  readonly timeoutMs: number;
  /** A longer body ends the exchange with a {@link TransportError} of kind `too-large`. */
  readonly maxBodyBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer with its whole body, whatever its status is (redirects excepted: they are refused). */
export interface ExchangeAnswer {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// One pool for the process: connections are kept alive, and no idle one holds the process back.
const pool = new Agent({ keepAliveTimeout: 10_000, connections: 32, connect: { timeout: 10_000 } });

/**
 * Sends one request and reads the whole answer.
 *
 * Redirects are refused: following one could carry a key to another host or repeat a write.
 *
 * @throws {TransportError} with the failure's kind; its `lost` is false when the request provably never left
 */
export async function exchange(call: ExchangeRequest): Promise<ExchangeAnswer> {
  const deadline = AbortSignal.timeout(call.timeoutMs);
  const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
  try {
    const answer = await request(call.url, {
      method: call.method,
      headers: { ...call.headers },
      body: call.body ?? null,
      signal,
      dispatcher: pool,
      headersTimeout: call.timeoutMs,
      bodyTimeout: call.timeoutMs,
    });
    const body = await readBody(answer, call);
    if (answer.statusCode >= 300 && answer.statusCode < 400) {
      throw new TransportError(
        `${call.url.origin} answered with a redirect (${answer.statusCode}), which is not followed.`,
        "redirect",
        false,
      );
    }
    return { status: answer.statusCode, headers: flatten(answer.headers), body };
  } catch (error) {
    throw asTransportError(error, call);
  }
}

async function readBody(answer: Dispatcher.ResponseData, call: ExchangeRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > call.maxBodyBytes) {
      throw new TransportError(
        `The answer of ${call.url.origin} exceeds ${call.maxBodyBytes} bytes.`,
        "too-large",
        true,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      flat[name] = Array.isArray(value) ? value.join(", ") : value;
    }
  }
  return flat;
}

/** Failures by the code that Node or undici gives them; everything else counts as a reset: the request may have arrived. */
const failures: Readonly<
  Record<string, { readonly kind: TransportFailure; readonly lost: boolean; readonly says: string }>
> = {
  ENOTFOUND: { kind: "dns", lost: false, says: "its name does not resolve" },
  EAI_AGAIN: { kind: "dns", lost: false, says: "its name does not resolve at the moment" },
  ECONNREFUSED: { kind: "refused", lost: false, says: "the connection was refused" },
  EHOSTUNREACH: { kind: "refused", lost: false, says: "there is no route to it" },
  ENETUNREACH: { kind: "refused", lost: false, says: "there is no route to it" },
  UND_ERR_CONNECT_TIMEOUT: { kind: "timeout", lost: false, says: "connecting took too long" },
  UND_ERR_HEADERS_TIMEOUT: { kind: "timeout", lost: true, says: "no answer in time" },
  UND_ERR_BODY_TIMEOUT: { kind: "timeout", lost: true, says: "the answer stopped arriving" },
};

function asTransportError(error: unknown, call: ExchangeRequest): TransportError {
  if (error instanceof TransportError) {
    return error;
  }
  const where = `${call.method} to ${call.url.origin}`;
  if (call.signal?.aborted === true) {
    return new TransportError(`${where} was interrupted.`, "aborted", true, { cause: error });
  }
  const code = errorCode(error);
  if (error instanceof Error && error.name === "TimeoutError") {
    return new TransportError(`${where}: no answer within ${call.timeoutMs / 1000} s.`, "timeout", true, {
      cause: error,
    });
  }
  const known = code === undefined ? undefined : failures[code];
  if (known !== undefined) {
    // A route can vanish under a connection that is open: then the request may have arrived.
    const isLost = known.lost || (known.kind === "refused" && syscallOf(error) !== "connect");
    return new TransportError(`${where} failed: ${known.says}.`, known.kind, isLost, { cause: error });
  }
  if (code !== undefined && /CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE|INVALID_CA|EPROTO/.test(code)) {
    return new TransportError(`${where} failed: its TLS certificate is not accepted (${code}).`, "tls", false, {
      cause: error,
    });
  }
  return new TransportError(
    `${where} failed: the connection was lost${code === undefined ? "" : ` (${code})`}.`,
    "reset",
    true,
    {
      cause: error,
    },
  );
}

// undici wraps several connection attempts (IPv6, IPv4) into one AggregateError; the first inner code tells the cause.
function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return errorCode(error.errors[0]) ?? codeOf(error);
  }
  return codeOf(error);
}

function syscallOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return syscallOf(error.errors[0]);
  }
  return error instanceof Error && "syscall" in error ? error.syscall : undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
