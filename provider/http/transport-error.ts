import { TransportError, type TransportFailure } from "../errors/errors.js";
import { ProxyFailure } from "./tunnel.js";

/**
 * Failures to connect, by the error code of Node or undici. Any other code counts as a reset: the request may have
 * arrived.
 */
const failures: Readonly<Record<string, { readonly kind: TransportFailure; readonly reason: string }>> = {
  ENOTFOUND: { kind: "dns", reason: "its name does not resolve" },
  EAI_AGAIN: { kind: "dns", reason: "its name does not resolve now" },
  ECONNREFUSED: { kind: "refused", reason: "the connection was refused" },
  EHOSTUNREACH: { kind: "refused", reason: "there is no route to it" },
  ENETUNREACH: { kind: "refused", reason: "there is no route to it" },
  UND_ERR_CONNECT_TIMEOUT: { kind: "timeout", reason: "connecting took too long" },
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
  const { code, syscall } = systemErrorOf(error);
  const known = code === undefined ? undefined : failures[code];
  const details = { cause: error };
  if (known !== undefined) {
    // The route of an open connection can disappear: then the request may have arrived.
    const mayHaveTakenEffect = hasLeft && known.kind === "refused" && syscall !== "connect";
    return new TransportError(`${where} failed: ${known.reason}.`, known.kind, mayHaveTakenEffect, details);
  }
  if (code !== undefined && /CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE|INVALID_CA|EPROTO/.test(code)) {
    return new TransportError(`${where} failed: its TLS certificate is not accepted (${code}).`, "tls", false, details);
  }
  const what = `the connection was lost${code === undefined ? "" : ` (${code})`}`;
  return new TransportError(`${where} failed: ${what}.`, "reset", hasLeft, details);
}

// undici wraps connection attempts (IPv6, IPv4) in one AggregateError; the first inner error has the cause.
function systemErrorOf(error: unknown): { readonly code?: string | undefined; readonly syscall?: string | undefined } {
  const first = error instanceof AggregateError ? systemErrorOf(error.errors[0]) : {};
  const { code, syscall }: NodeJS.ErrnoException = error instanceof Error ? error : new Error();
  return { code: first.code ?? (typeof code === "string" ? code : undefined), syscall: first.syscall ?? syscall };
}
