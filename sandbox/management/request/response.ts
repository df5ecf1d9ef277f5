import type { Wire } from "../../faults/outcome";

/** What an operation answers; without body and text there is none on the wire. */
export interface ApiResponse {
  readonly status: number;
  /** JSON. */
  readonly body?: unknown;
  /** Anything else; the headers say what. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer of an operation as bytes; without a body there is none, not even an empty object. */
export function toWire(answer: ApiResponse): Wire {
  if (answer.body === undefined) {
    return { status: answer.status, headers: { ...answer.headers }, payload: Buffer.from(answer.text ?? "") };
  }
  return {
    status: answer.status,
    headers: { "content-type": "application/json", ...answer.headers },
    payload: Buffer.from(JSON.stringify(answer.body)),
  };
}

/** Texts per field of a validation error. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

/** An error of the management API, thrown by operations and turned into its documented body. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly fields: FieldTexts | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { readonly fields?: FieldTexts; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.headers = extra.headers ?? {};
  }

  /** The answer on the wire. */
  toResponse(): ApiResponse {
    const error = { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) };
    return { status: this.status, body: { error }, headers: this.headers };
  }
}

/** 400 with texts per field. */
export function invalid(fields: FieldTexts): ApiError {
  return new ApiError(400, "validation_error", "Invalid input.", { fields });
}

/** 404: not there, or not for this key; the platform does not tell which. */
export function notFound(): ApiError {
  return new ApiError(404, "not_found", "Not found.");
}

/** 401, or 403 where the sandbox is switched to it. */
export function unauthenticated(status: 401 | 403): ApiError {
  return new ApiError(status, "not_authenticated", "Credentials are missing or wrong.");
}

/** 403: the key is good, but not for this. */
export function forbidden(message: string): ApiError {
  return new ApiError(403, "permission_denied", message);
}

/** 403 of the node limit; `quota_exceeded` is one of the two codes that are known. */
export function quotaExceeded(): ApiError {
  return new ApiError(403, "quota_exceeded", "The node limit of the organization is reached.");
}

/** 429; how `Retry-After` is written differs between gateways, so it can be switched. `waitMs`: when a request is taken again. */
export function tooManyRequests(retryAfter: "date" | "none" | "seconds", waitMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const headers = {
    none: {},
    seconds: { "retry-after": String(seconds) },
    date: { "retry-after": new Date(Date.now() + seconds * 1000).toUTCString() },
  }[retryAfter];
  return new ApiError(429, "TooManyRequests", "Try again later.", { headers });
}
