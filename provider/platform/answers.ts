import { isObject } from "../base/is-object.js";
import { readAs } from "../base/issues.js";
import { excerpt, isPage, sentence } from "../base/text.js";
import { type ErrorDetails, mergeReasons, type ProviderError, reasonsOf, ShapeError } from "../errors/errors.js";
import type { ExchangeResponse } from "../http/exchange.js";
import { measureJson } from "../http/json-weight.js";
import { parseRetryAfter } from "../http/retry.js";
import type { z } from "../vendor/zod.js";
import { readRefusal } from "./error-body.js";
import { errorOfRow, failureTable } from "./failures.js";
import type { Operation } from "./operations.js";
import { tell } from "./tell.js";
import { isId } from "./wire.js";

// The platform's texts are cut to these lengths.
const maxTextLength = 300;
const maxFieldLength = 100;

/**
 * Parses a response according to the operation's table entry.
 *
 * @param redact applied to the platform's texts before they are shown
 * @param requestedId id of the object that the request was about
 * @throws {ShapeError} with operation and field, when a success does not match the documentation, or describes another
 * object, which the next steps would change by mistake
 * @throws {ProviderError} of the class that fits the status, for anything but success
 */
export function readAnswer<Response extends z.ZodType>(
  id: string,
  operation: Pick<Operation<string, z.ZodObject, z.ZodType | undefined, Response>, "media" | "response">,
  answer: ExchangeResponse,
  redact: (text: string) => string,
  requestedId?: unknown,
): z.output<Response> {
  // An undocumented 2xx still means success, and its body may hold the only trace of a new object.
  if (answer.status < 200 || answer.status > 299) {
    throw errorOf(id, answer, redact);
  }
  const details = { requestId: requestIdOf(answer, redact) };
  const { data, problems } = readAs(operation.response, readBody(id, operation.media, answer, details), "wire");
  if (problems !== undefined) {
    const [{ path, reason }] = problems;
    const field = path.join(".") || "the body";
    throw new ShapeError(tell(id, `: the platform's response is not as documented: ${field}: ${reason}`), details);
  }
  if (requestedId !== undefined && isObject(data) && isId(data.id) && !isSame(data.id, requestedId)) {
    throw new ShapeError(
      tell(id, `: the platform's response is about another object than ${String(requestedId)}`),
      details,
    );
  }
  return data;
}

function isSame(shownId: string, requestedId: unknown): boolean {
  return shownId.toLowerCase() === String(requestedId).toLowerCase();
}

/** @throws {ShapeError} for another body than expected; an HTML page would pass for any text */
function readBody(
  id: string,
  media: Operation["media"],
  { status, body }: ExchangeResponse,
  details: ErrorDetails,
): unknown {
  const value = media === "json" ? tryJson(body) : undefined;
  if (media === "json" ? value === undefined : isPage(body)) {
    throw new ShapeError(tell(id, `: the platform responded with ${status} and ${whatInstead(body)}`), details);
  }
  return media === "csv" ? body.replace(/^\uFEFF/, "") : value;
}

function whatInstead(body: string): string {
  if (isPage(body)) {
    return "an HTML page, perhaps from a proxy";
  }
  if (isCrowded(body)) {
    return "more objects than a page can hold";
  }
  return body.trim() === "" ? "an empty body" : "a body that is not JSON";
}

// Gateways use different header names. A value that does not look like a request id is not shown.
const requestIdHeaders = ["x-request-id", "x-correlation-id", "request-id"] as const;

/** @param redact a gateway may echo the key as the request id: a value that contains a secret is not shown */
function requestIdOf({ headers }: ExchangeResponse, redact: (text: string) => string): string | undefined {
  const isRequestId = (value = "") => /^[\w.:-]{4,100}$/.test(value) && redact(value) === value;
  return requestIdHeaders.map((name) => headers[name]).find(isRequestId);
}

function errorOf(id: string, answer: ExchangeResponse, redact: (text: string) => string): ProviderError {
  const refusal = readRefusal(tryJson(answer.body));
  // Redact before cutting: half a secret would no longer be recognized.
  const show = (text: string, maxLength: number) => excerpt(text, maxLength, redact);
  const said = show(refusal.message ?? "", maxTextLength);
  const platformCode = show(refusal.code ?? "", maxFieldLength) || undefined;
  const details = { requestId: requestIdOf(answer, redact), platformCode };
  const row = failureTable.find(({ matches }) => matches(answer.status, refusal.code));
  if (row === undefined) {
    return new ShapeError(tell(id, ": the platform's status is undocumented", answer.status), details);
  }
  const fields = mergeReasons(
    Object.entries(refusal.fields).flatMap(([field, reasons]) =>
      reasons.length === 0
        ? []
        : [[show(field, maxFieldLength), reasons.map((reason) => show(reason, maxTextLength))] as const],
    ),
  );
  const why = joined(said === "" ? "" : sentence(said), row.code === "rejected" ? reasonsOf(fields) : "");
  const what = tell(id, why === "" ? " failed" : ` failed: ${why}`, answer.status);
  return errorOfRow(row, { message: joined(what, waitOf(answer), row.next), fields, details }, answer.status);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** The wait that a throttling response requests, for the message: retries have already waited as long as they may. */
function waitOf({ status, headers }: ExchangeResponse): string {
  const waitMs = status === 429 ? parseRetryAfter(headers["retry-after"], Date.now()) : undefined;
  return waitMs === undefined ? "" : `Retry after ${Math.ceil(waitMs / 1000)} s.`;
}

// Objects and arrays in one body, nested ones included. No list of the platform has more, and each takes time to parse.
const maxContainers = 100_000;

function isCrowded(body: string): boolean {
  return body.length > maxContainers && measureJson(body).containers > maxContainers;
}

function tryJson(body: string): unknown {
  try {
    return isCrowded(body) ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}
