import { TransportError, type TransportFailure } from "../errors/errors.js";
import { ProxyFailure } from "./tunnel.js";

/** Failures by the code that Node or undici gives them; everything else counts as a reset: the request may have arrived. */
const failures: Readonly<
  Record<string, { readonly kind: TransportFailure; readonly mayHaveTakenEffect: boolean; readonly says: string }>
> = {
  ENOTFOUND: { kind: "dns", mayHaveTakenEffect: false, says: "its name does not resolve" },
  EAI_AGAIN: { kind: "dns", mayHaveTakenEffect: false, says: "its name does not resolve at the moment" },
  ECONNREFUSED: { kind: "refused", mayHaveTakenEffect: false, says: "the connection was refused" },
  EHOSTUNREACH: { kind: "refused", mayHaveTakenEffect: false, says: "there is no route to it" },
  ENETUNREACH: { kind: "refused", mayHaveTakenEffect: false, says: "there is no route to it" },
  UND_ERR_CONNECT_TIMEOUT: { kind: "timeout", mayHaveTakenEffect: false, says: "connecting took too long" },
  UND_ERR_HEADERS_TIMEOUT: { kind: "timeout", mayHaveTakenEffect: true, says: "no answer in time" },
  UND_ERR_BODY_TIMEOUT: { kind: "timeout", mayHaveTakenEffect: true, says: "the answer stopped arriving" },
};

/**
 * The error behind what Node or undici threw.
 *
 * @param where what was tried, for example `POST to https://api.example.com`
 * @param hasLeft whether any of it may have been sent; without, nothing can have taken effect
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
    // A route can vanish under a connection that is open: then the request may have arrived.
    const mayHaveTakenEffect = known.mayHaveTakenEffect || (known.kind === "refused" && syscallOf(error) !== "connect");
    return new TransportError(`${where} failed: ${known.says}.`, known.kind, hasLeft && mayHaveTakenEffect, {
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
