import type { z } from "../vendor/zod.js";
import type { Issue, Schema } from "./schema.js";
import { didYouMean } from "./suggest.js";

/** One thing that is wrong with a value. */
export interface Problem {
  /** Path from the value down. */
  readonly path: readonly PropertyKey[];
  /** What is wrong, as the end of a sentence that begins with the path. */
  readonly reason: string;
  /** Whether the path names a member that the schema does not have. */
  readonly isForeign: boolean;
}

/** Result of parsing a value with a schema. */
export type Reading<T> =
  | { readonly data: T; readonly problems?: undefined }
  | { readonly data?: undefined; readonly problems: readonly [Problem, ...Problem[]] };

/** Wording by audience: authors of arguments or options in a program, or readers of wire messages. */
const voices = {
  argument: { beside: "must be", missing: "is required", foreign: "is not an argument here" },
  option: { beside: "must be", missing: "is missing", foreign: "is not an option" },
  wire: { beside: "is not", missing: "is missing", foreign: undefined },
} as const;

type Voice = (typeof voices)[keyof typeof voices];

/** Parses a value. Problems are worded by its schema or by this module, never by zod. */
export function readAs<T>(
  schema: Pick<Schema<T>, "safeParse">,
  value: unknown,
  voice: keyof typeof voices,
): Reading<T> {
  const read = schema.safeParse(value, { error: (issue: z.core.$ZodRawIssue) => reasonOf(issue, voices[voice]) });
  if (read.success) {
    return { data: read.data };
  }
  const [first, ...more] = read.error.issues.flatMap((issue) => problemsOf(issue, voices[voice]));
  return { problems: [first ?? { path: [], reason: "is unreadable", isForeign: false }, ...more] };
}

function problemsOf({ code, path, message, keys }: Issue, { foreign }: Voice): readonly Problem[] {
  if (code !== "unrecognized_keys" || keys === undefined) {
    return [{ path, reason: message, isForeign: false }];
  }
  return keys.map((key) => {
    const hint = didYouMean(key, message.split(" "));
    return foreign === undefined
      ? { path, reason: `contains ${JSON.stringify(key)}, which is unknown${hint}`, isForeign: true }
      : { path: [...path, key], reason: `${foreign}${hint}`, isForeign: true };
  });
}

function reasonOf(issue: z.core.$ZodRawIssue, { beside, missing }: Voice): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? missing : `${beside} of type ${issue.expected}`;
    case "invalid_value":
      return `${beside} one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "unrecognized_keys": {
      // Each key gets its own reason later, which suggests one of the schema's names.
      const definition = issue.inst?._zod.def;
      return definition !== undefined && "shape" in definition ? Object.keys(definition.shape as object).join(" ") : "";
    }
    default:
      return `${beside} as documented`;
  }
}

/** A path as written in a program: `result.logs[2].address`. */
export function pathOf(path: readonly PropertyKey[], root = ""): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === "number") {
      return `${place}[${key}]`;
    }
    return place === "" ? String(key) : `${place}.${String(key)}`;
  }, root);
}
