import type { z } from "zod";
import { type ErrorDetails, type ProviderError, ShapeError } from "../errors.js";
import type { ExchangeAnswer } from "../http/exchange.js";
import { oneLine } from "../http/text.js";
import { errorBody } from "./error-body.js";
import { failureTable } from "./failures.js";
import type { Operation } from "./operations.js";

// Texts of the platform are shown up to this length.
const longestText = 300;

/**
 * Reads an answer by the operation's table entry.
 *
 * @throws {ShapeError} naming operation and field, when a success does not look as documented
 * @throws {ProviderError} of the class that fits the status, for everything that is not the documented success
 */
export function readAnswer<Response extends z.ZodType>(
  id: string,
  operation: Pick<Operation<string, z.ZodObject, z.ZodType | undefined, Response>, "media" | "response">,
  answer: ExchangeAnswer,
): z.output<Response> {
  // Another 2xx than the documented one is a success all the same, and its body may hold the only trace of a new object.
  if (answer.status < 200 || answer.status > 299) {
    throw errorOf(id, answer);
  }
  const details = { requestId: requestIdOf(answer) };
  const parsed = operation.response.safeParse(readBody[operation.media](id, answer, details));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue === undefined || issue.path.length === 0 ? "the body" : issue.path.join(".");
    throw new ShapeError(
      `${id}: the platform's answer is not as documented: ${field}: ${issue?.message ?? "unreadable"}.`,
      details,
    );
  }
  return parsed.data;
}

const readBody = {
  none: () => undefined,
  csv: (_id: string, { body }: ExchangeAnswer) => body.replace(/^\uFEFF/, ""),
  json: (id: string, answer: ExchangeAnswer, details: ErrorDetails): unknown => {
    try {
      return JSON.parse(answer.body);
    } catch {
      throw new ShapeError(`${id}: the platform answered ${answer.status} with ${whatInstead(answer.body)}.`, details);
    }
  },
} as const;

function whatInstead(body: string): string {
  const start = body.trimStart();
  if (start === "") {
    return "an empty body";
  }
  return start.startsWith("<") ? "an HTML page, perhaps of a proxy" : "no JSON";
}

// Gateways differ in the header's name. What looks like none of them is not shown.
const requestIdHeaders = ["x-request-id", "x-correlation-id", "request-id"] as const;

function requestIdOf({ headers }: ExchangeAnswer): string | undefined {
  return requestIdHeaders.map((name) => headers[name]).find((value) => /^[\w.:-]{4,100}$/.test(value ?? ""));
}

function errorOf(id: string, answer: ExchangeAnswer): ProviderError {
  const { error, detail } = errorBody.parse(tryJson(answer.body));
  const said = oneLine(error?.message ?? detail ?? "", longestText);
  const details = { requestId: requestIdOf(answer) };
  const row = failureTable.find(({ matches }) => matches(answer.status, error?.code));
  if (row === undefined) {
    return new ShapeError(`${id}: the platform answered ${answer.status}, which is not documented.`, details);
  }
  const message = `${id} failed (${answer.status})${said === "" ? "" : `: ${said}`} ${row.next}`.trim();
  return row.make({ message, fields: error?.fields ?? {}, details }, answer.status);
}

function tryJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
