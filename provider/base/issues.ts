import type { z } from "zod";
import { didYouMean } from "./suggest.js";

/** One thing that is wrong with a value. */
export interface Problem {
  /** Where, from the value down. */
  readonly path: readonly PropertyKey[];
  /** What, as the end of a sentence that begins with the place. */
  readonly reason: string;
  /** Whether the place is a member that the schema does not know. */
  readonly isForeign: boolean;
}

/** What a schema made of a value. */
export type Reading<T> =
  | { readonly data: T; readonly problems?: undefined }
  | { readonly data?: undefined; readonly problems: readonly [Problem, ...Problem[]] };

/** Whom a problem is told: who writes arguments or options in a program, or who reads what goes over the wire. */
const voices = {
  argument: { beside: "must be", missing: "is required", foreign: "is not an argument here" },
  option: { beside: "must be", missing: "is missing", foreign: "there is no such option" },
  wire: { beside: "is not", missing: "is missing", foreign: undefined },
} as const;

type Voice = (typeof voices)[keyof typeof voices];

/** Reads a value; what is wrong with it is said in the words of its schema, else in ours, never in zod's. */
export function readAs<T>(
  schema: { safeParse(value: unknown, context: z.core.ParseContext<z.core.$ZodIssue>): z.ZodSafeParseResult<T> },
  value: unknown,
  voice: keyof typeof voices,
): Reading<T> {
  const read = schema.safeParse(value, { error: (issue) => reasonOf(issue, voices[voice]) });
  if (read.success) {
    return { data: read.data };
  }
  const [first, ...more] = read.error.issues.flatMap((issue) => problemsOf(issue, voices[voice]));
  return { problems: [first ?? { path: [], reason: "is unreadable", isForeign: false }, ...more] };
}

function problemsOf(issue: z.core.$ZodIssue, { foreign }: Voice): readonly Problem[] {
  const { path, message } = issue;
  if (issue.code !== "unrecognized_keys") {
    return [{ path, reason: message, isForeign: false }];
  }
  return issue.keys.map((key) => {
    const hint = didYouMean(key, message.split(" "));
    return foreign === undefined
      ? { path, reason: `holds ${JSON.stringify(key)}, which is not known${hint}`, isForeign: true }
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
      // Each key gets a reason of its own, for which it takes the names that the schema knows.
      const definition = issue.inst?._zod.def;
      return definition !== undefined && "shape" in definition ? Object.keys(definition.shape as object).join(" ") : "";
    }
    default:
      return `${beside} as documented`;
  }
}

/** A place as it would be written in a program: `result.logs[2].address`. */
export function pathOf(path: readonly PropertyKey[], root = ""): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === "number") {
      return `${place}[${key}]`;
    }
    return place === "" ? String(key) : `${place}.${String(key)}`;
  }, root);
}
