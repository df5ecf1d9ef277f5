import { TransportError, type TransportFailure } from "../errors/errors.js";
import { ProxyFailure } from "./tunnel.js";

/** Failures by the error code of Node or undici. Any other code counts as a reset: the request may have arrived. */
const failures: Readonly<
  Record<string, { readonly kind: TransportFailure; readonly mayHaveTakenEffect: boolean; readonly reason: string }>
> = {
  ENOTFOUND: { kind: "dns", mayHaveTakenEffect: false, reason: "its name does not resolve" },
  EAI_AGAIN: { kind: "dns", mayHaveTakenEffect: false, reason: "its name does not resolve now" },
  ECONNREFUSED: { kind: "refused", mayHaveTakenEffect: false, reason: "the connection was refused" },
  EHOSTUNREACH: { kind: "refused", mayHaveTakenEffect: false, reason: "there is no route to it" },
  ENETUNREACH: { kind: "refused", mayHaveTakenEffect: false, reason: "there is no route to it" },
  UND_ERR_CONNECT_TIMEOUT: { kind: "timeout", mayHaveTakenEffect: false, reason: "connecting took too long" },
  UND_ERR_HEADERS_TIMEOUT: { kind: "timeout", mayHaveTakenEffect: true, reason: "no answer in time" },
  UND_ERR_BODY_TIMEOUT: { kind: "timeout", mayHaveTakenEffect: true, reason: "the answer stopped arriving" },
};

/**
 * Converts an error of Node or undici.
 *
 * @param where the attempted action, for example `POST to https://api.example.com`
 * @param hasLeft whether any part may have been sent; if not, it cannot have taken effect
 */
export function transportErrorOf(error: unknown, where: string, hasLeft: boolean): TransportError {
  if (error instanceof ProxyFailure) {
    const { proxy, status, cause } = error;
    return status === undefined
      ? transportErrorOf(cause, `${where} through the proxy ${proxy}`, false)
      : new TransportError(`${where} failed: the proxy ${proxy} refused to connect (${status}).`, "refused", false);
  }
  const code = errorCode(error);
  const known = code === undefined ? undefined : failures[code];
  if (known !== undefined) {
    // The route of an open connection can disappear: then the request may have arrived.
    const mayHaveTakenEffect = known.mayHaveTakenEffect || (known.kind === "refused" && syscallOf(error) !== "connect");
    return new TransportError(`${where} failed: ${known.reason}.`, known.kind, hasLeft && mayHaveTakenEffect, {
      cause: error,
    });
  }
  const details = { cause: error };
  if (code !== undefined && /CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE|INVALID_CA|EPROTO/.test(code)) {
    return new TransportError(`${where} failed: its TLS certificate is not accepted (${code}).`, "tls", false, details);
  }
  const what = `the connection was lost${code === undefined ? "" : ` (${code})`}`;
  return new TransportError(`${where} failed: ${what}.`, "reset", hasLeft, details);
}

// undici wraps connection attempts (IPv6, IPv4) in one AggregateError; the first inner error has the cause.
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
