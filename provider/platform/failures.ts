import {
  AuthError,
  type ErrorDetails,
  type FieldReasons,
  NotFoundError,
  type ProviderError,
  QuotaError,
  RejectedError,
  UnavailableError,
} from "../errors/errors.js";

/** An error response, parsed. */
interface Failure {
  readonly message: string;
  readonly fields: FieldReasons;
  readonly details: ErrorDetails;
}

const classes = { auth: AuthError, "not-found": NotFoundError, quota: QuotaError } as const;

/** The error of a row. */
export function errorOfRow({ code }: FailureRow, failure: Failure, status: number): ProviderError {
  const { message, fields, details } = failure;
  if (code === "rejected") {
    return new RejectedError(message, fields, details);
  }
  return code === "unavailable" ? new UnavailableError(message, status, details) : new classes[code](message, details);
}

/** What an error response of the platform means. */
export interface FailureRow {
  /** The status as the documentation shows it. */
  readonly status: string;
  readonly code: keyof typeof classes | "rejected" | "unavailable";
  readonly matches: (status: number, code: string | undefined) => boolean;
  /** What the user can do about it. */
  readonly next: string;
}

/**
 * By status, since `quota_exceeded` is the only `code` that the platform documents as stable. The first matching row
 * applies.
 */
export const failureTable: readonly FailureRow[] = [
  {
    status: "401",
    code: "auth",
    matches: (status) => status === 401,
    next: "Check the management key (blockchain-nodes:apiKey or BLOCKCHAIN_NODES_API_KEY); a node's own auth key does not work here.",
  },
  {
    status: "403 `quota_exceeded`",
    code: "quota",
    matches: (status, code) => status === 403 && code === "quota_exceeded",
    next: "Delete unused nodes, or upgrade the plan.",
  },
  {
    status: "403",
    code: "auth",
    matches: (status) => status === 403,
    next: "The key's role may not allow this: creating and deleting requires Editor or Admin, renaming the organization requires Admin.",
  },
  {
    status: "404",
    code: "not-found",
    matches: (status) => status === 404,
    next: "It does not exist, or this key may not see it.",
  },
  {
    status: "429",
    code: "unavailable",
    matches: (status) => status === 429,
    next: "The platform is throttling requests. Try again later, or lower blockchain-nodes:requestsPerSecond.",
  },
  {
    status: "5xx",
    code: "unavailable",
    matches: (status) => status >= 500,
    next: "This is a fault of the platform. Try again later.",
  },
  {
    status: "400 and any other 4xx",
    code: "rejected",
    matches: (status) => status >= 400,
    next: "Correct the named value; `blockchain-nodes catalogue` lists what is offered.",
  },
];
