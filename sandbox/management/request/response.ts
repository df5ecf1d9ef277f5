import type { Wire } from "../../faults/outcome";

/** Response of an operation; it has no content without `body` and `text`. */
export interface ApiResponse {
  readonly status: number;
  /** JSON. */
  readonly body?: unknown;
  /** Any other content; `headers` has its type. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serializes a response; without `body` it has no content, not even an empty object. */
export function serialize(response: ApiResponse): Wire {
  if (response.body === undefined) {
    return { status: response.status, headers: { ...response.headers }, payload: Buffer.from(response.text ?? "") };
  }
  return {
    status: response.status,
    headers: { "content-type": "application/json", ...response.headers },
    payload: Buffer.from(JSON.stringify(response.body)),
  };
}

/** Messages per field of a validation error. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

/** An error of the management API with its documented body. */
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

  /** The response. */
  toResponse(): ApiResponse {
    const error = { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) };
    return { status: this.status, body: { error }, headers: this.headers };
  }
}

/** 400 with messages per field. */
export function invalid(fields: FieldTexts): ApiError {
  return new ApiError(400, "validation_error", "Invalid input.", { fields });
}

/** 404: the object does not exist or the key cannot see it. */
export function notFound(): ApiError {
  return new ApiError(404, "not_found", "Not found.");
}

/** 401, or 403 with the setting `refusedKeyStatus`. */
export function unauthenticated(status: 401 | 403): ApiError {
  return new ApiError(status, "not_authenticated", "Credentials are missing or wrong.");
}

/** 403: the key lacks the permission. */
export function forbidden(message: string): ApiError {
  return new ApiError(403, "permission_denied", message);
}

/** 403: node limit reached; `quota_exceeded` is one of the two documented codes. */
export function quotaExceeded(): ApiError {
  return new ApiError(403, "quota_exceeded", "The node limit of the organization is reached.");
}

/**
 * 429. The form of `Retry-After` varies between gateways, hence the setting. `waitMs`: time until a request is
 * admitted.
 */
export function tooManyRequests(retryAfter: "date" | "none" | "seconds", waitMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const headers = {
    none: {},
    seconds: { "retry-after": String(seconds) },
    date: { "retry-after": new Date(Date.now() + seconds * 1000).toUTCString() },
  }[retryAfter];
  return new ApiError(429, "TooManyRequests", "Try again later.", { headers });
}
