import { redactedValue } from "../../base/redact.js";
import { sentence } from "../../base/text.js";
import {
  AuthError,
  NotFoundError,
  type ProviderError,
  QuotaError,
  RejectedError,
  RpcError,
  type RpcFailureKind,
  ShapeError,
  TransportError,
  UnavailableError,
} from "../../errors/errors.js";
import type { RpcFailure } from "./failure.js";

type MakeError = (
  message: string,
  method: string,
  failure: RpcFailure,
  redact: (text: string) => string,
) => ProviderError;

const rpcError: MakeError = (message, method, { kind, status, rpcCode, data }, redact) =>
  new RpcError(message, method, kind, { status, rpcCode, data: redactedValue(data, redact) });

const transportError: MakeError = (message, _, { transport = "reset", mayHaveTakenEffect = true }) =>
  new TransportError(message, transport, mayHaveTakenEffect);

const unavailable: MakeError = (message, _, { status = 0, retryAfterMs, isQuota }) =>
  isQuota === true ? new QuotaError(message) : new UnavailableError(message, status, { retryAfterMs });

/** The error class for each kind of failure but those that are an error of the node itself. */
const makers: Readonly<Partial<Record<RpcFailureKind, MakeError>>> = {
  unreachable: transportError,
  redirect: transportError,
  "answer-too-large": transportError,
  auth: (message) => new AuthError(message),
  path: (message) => new NotFoundError(message),
  "request-too-large": (message) => new RejectedError(message),
  throttled: unavailable,
  server: unavailable,
  proxy: (message, method) => new ShapeError(message, { method }),
};

/** The error thrown to the caller of a failed call. */
export function errorOfFailure(method: string, failure: RpcFailure, redact: (text: string) => string): ProviderError {
  const make = makers[failure.kind] ?? rpcError;
  return make(`${method}: ${sentence(failure.message)}`, method, failure, redact);
}
