import type { z } from "zod";
import { readAs } from "../base/issues.js";
import { glimpse, isPage, sentence } from "../base/text.js";
import { type ErrorDetails, mergeReasons, type ProviderError, ShapeError } from "../errors/errors.js";
import type { ExchangeAnswer } from "../http/exchange.js";
import { measureJson } from "../http/json-weight.js";
import { parseRetryAfter } from "../http/retry.js";
import { readRefusal } from "./error-body.js";
import { failureTable } from "./failures.js";
import type { Operation } from "./operations.js";
import { isId, isObject } from "./wire.js";

// Texts of the platform are shown up to these lengths.
const longestText = 300;
const longestField = 100;

/**
 * Reads an answer by the operation's table entry.
 *
 * @param redact applied to what the platform says before it is shown
 * @param asked id of the object that the request was about
 * @throws {ShapeError} naming operation and field, when a success does not look as documented, or is about another object:
 * what follows would be done to that one
 * @throws {ProviderError} of the class that fits the status, for everything that is not the documented success
 */
export function readAnswer<Response extends z.ZodType>(
  id: string,
  operation: Pick<Operation<string, z.ZodObject, z.ZodType | undefined, Response>, "media" | "response">,
  answer: ExchangeAnswer,
  redact: (text: string) => string,
  asked?: unknown,
): z.output<Response> {
  // Another 2xx than the documented one is a success all the same, and its body may hold the only trace of a new object.
  if (answer.status < 200 || answer.status > 299) {
    throw errorOf(id, answer, redact);
  }
  const details = { requestId: requestIdOf(answer, redact) };
  const { data, problems } = readAs(operation.response, readBody[operation.media](id, answer, details), "wire");
  if (problems !== undefined) {
    const [{ path, reason }] = problems;
    const field = path.join(".") || "the body";
    throw new ShapeError(`${id}: the platform's answer is not as documented: ${field}: ${reason}.`, details);
  }
  if (asked !== undefined && isObject(data) && isId(data.id) && !isSame(data.id, asked)) {
    throw new ShapeError(`${id}: the platform's answer is about another object than ${String(asked)}.`, details);
  }
  return data;
}

function isSame(shown: string, asked: unknown): boolean {
  return shown.toLowerCase() === String(asked).toLowerCase();
}

type BodyReader = (id: string, answer: ExchangeAnswer, details: ErrorDetails) => unknown;

const readBody: Readonly<Record<Operation["media"], BodyReader>> = {
  none: (id, answer, details) => {
    refusePage(id, answer, details);
    return undefined;
  },
  csv: (id, answer, details) => {
    refusePage(id, answer, details);
    return answer.body.replace(/^\uFEFF/, "");
  },
  json: (id, answer, details) => {
    const value = tryJson(answer.body);
    if (value === undefined) {
      throw wrongBody(id, answer, details);
    }
    return value;
  },
};

/** @throws {ShapeError} for a page in place of what is not JSON, which would pass for it */
function refusePage(id: string, answer: ExchangeAnswer, details: ErrorDetails): void {
  if (isPage(answer.body)) {
    throw wrongBody(id, answer, details);
  }
}

function wrongBody(id: string, { status, body }: ExchangeAnswer, details: ErrorDetails): ShapeError {
  return new ShapeError(`${id}: the platform answered ${status} with ${whatInstead(body)}.`, details);
}

function whatInstead(body: string): string {
  if (isPage(body)) {
    return "an HTML page, perhaps of a proxy";
  }
  if (isCrowded(body)) {
    return "more objects than a page can have";
  }
  return body.trim() === "" ? "an empty body" : "no JSON";
}

// Gateways differ in the header's name. What looks like none of them is not shown.
const requestIdHeaders = ["x-request-id", "x-correlation-id", "request-id"] as const;

/** @param redact a gateway may take the key for the name of the request: what holds a secret is not shown */
function requestIdOf({ headers }: ExchangeAnswer, redact: (text: string) => string): string | undefined {
  const isName = (value = "") => /^[\w.:-]{4,100}$/.test(value) && redact(value) === value;
  return requestIdHeaders.map((name) => headers[name]).find(isName);
}

function errorOf(id: string, answer: ExchangeAnswer, redact: (text: string) => string): ProviderError {
  const refusal = readRefusal(tryJson(answer.body));
  // A cut could leave a part of a secret that is no longer known as one.
  const show = (text: string, longest: number) => glimpse(text, longest, redact);
  const said = show(refusal.message ?? "", longestText);
  const platformCode = show(refusal.code ?? "", longestField) || undefined;
  const details = { requestId: requestIdOf(answer, redact), platformCode };
  const row = failureTable.find(({ matches }) => matches(answer.status, refusal.code));
  if (row === undefined) {
    return new ShapeError(`${id}: the platform answered ${answer.status}, which is not documented.`, details);
  }
  const fields = Object.entries(refusal.fields).flatMap(([field, reasons]) =>
    reasons.length === 0
      ? []
      : [[show(field, longestField), reasons.map((reason) => show(reason, longestText))] as const],
  );
  const what = `${id} failed (${answer.status})${said === "" ? "." : `: ${sentence(said)}`}`;
  const message = [what, waitOf(answer), row.next].filter((part) => part !== "").join(" ");
  return row.make({ message, fields: mergeReasons(fields), details }, answer.status);
}

/** How long a throttling answer asks to wait, for the reader: the calls have waited already, as long as they may. */
function waitOf({ status, headers }: ExchangeAnswer): string {
  const waitMs = status === 429 ? parseRetryAfter(headers["retry-after"], Date.now()) : undefined;
  return waitMs === undefined ? "" : `It asks to wait ${Math.ceil(waitMs / 1000)} s.`;
}

// No list of the platform holds so many objects and lists, those inside of others counted; each takes its time to check.
const mostContainers = 100_000;

function isCrowded(body: string): boolean {
  return body.length > mostContainers && measureJson(body).containers > mostContainers;
}

function tryJson(body: string): unknown {
  try {
    return isCrowded(body) ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}
