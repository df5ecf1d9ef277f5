import type { z } from "zod";
import {
  AuthError,
  NotFoundError,
  type ProviderError,
  QuotaError,
  RejectedError,
  ShapeError,
  UnavailableError,
} from "../errors.js";
import type { ExchangeAnswer } from "../http/exchange.js";
import { oneLine } from "../http/text.js";
import type { Operation } from "./operations.js";
import { errorBody } from "./schemas.js";

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
  operation: Operation<string, string, unknown, Response>,
  answer: ExchangeAnswer,
): z.output<Response> {
  // Another 2xx than the documented one is a success all the same, and its body may hold the only trace of a new object.
  if (answer.status < 200 || answer.status > 299) {
    throw errorOf(id, answer);
  }
  const body = operation.status === 204 ? undefined : parseJson(id, answer);
  const parsed = operation.response.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue === undefined || issue.path.length === 0 ? "the body" : issue.path.join(".");
    throw new ShapeError(
      `${id}: the platform's answer is not as documented: ${field}: ${issue?.message ?? "unreadable"}.`,
    );
  }
  return parsed.data;
}

function parseJson(id: string, answer: ExchangeAnswer): unknown {
  try {
    return JSON.parse(answer.body);
  } catch {
    const what = answer.body.trimStart().startsWith("<") ? "an HTML page, perhaps of a proxy" : "no JSON";
    throw new ShapeError(`${id}: the platform answered ${answer.status} with ${what}.`);
  }
}

// What the user can do about it, by status. The platform documents no stable `code`s but `quota_exceeded`.
function errorOf(id: string, answer: ExchangeAnswer): ProviderError {
  const { error, detail } = errorBody.parse(tryJson(answer.body));
  const said = oneLine(error?.message ?? detail ?? "", longestText);
  const message = (next: string) => `${id} failed (${answer.status})${said === "" ? "" : `: ${said}`} ${next}`.trim();
  switch (answer.status) {
    case 400:
      return new RejectedError(message(describeFields(error?.fields)), error?.fields);
    case 401:
      return new AuthError(
        message(
          "Check the management key (blockchain-nodes:apiKey or BLOCKCHAIN_NODES_API_KEY); a node's own auth key does not work here.",
        ),
      );
    case 403:
      return error?.code === "quota_exceeded"
        ? new QuotaError(message("Delete nodes that are not needed, or raise the plan."))
        : new AuthError(
            message("The key's role may not allow this: creating and deleting needs the role Editor or Admin."),
          );
    case 404:
      return new NotFoundError(message("It does not exist, or this key may not see it."));
    default:
      if (answer.status === 429 || answer.status >= 500) {
        return new UnavailableError(
          message("The platform is throttling or has a fault: try again later."),
          answer.status,
        );
      }
      return answer.status >= 400
        ? new RejectedError(message(""), error?.fields)
        : new ShapeError(`${id}: the platform answered ${answer.status}, which is not documented.`);
  }
}

function tryJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function describeFields(fields: Readonly<Record<string, readonly string[]>> | undefined): string {
  return Object.entries(fields ?? {})
    .map(([field, reasons]) => `${field}: ${reasons.map((reason) => oneLine(reason, longestText)).join(" ")}`)
    .join("; ");
}
