import { flag, integer, nullable, number, object, oneOf, optional, type Parsed, type Parser } from "../base/shape";

interface Setting<T> {
  readonly parse: Parser<T>;
  readonly standard: T;
}

function setting<T>(standard: T, parse: Parser<T>): Setting<T> {
  return { parse, standard };
}

/**
 * What no document of the platform states, and what a test wants to vary. Each row: the default and the accepted values.
 * README.md explains every row.
 */
const settingTable = {
  accessRuleList: setting<"envelope" | "list">("envelope", oneOf("envelope", "list")),
  beaconForm: setting<"bare" | "flat" | "nested">("nested", oneOf("bare", "flat", "nested")),
  beaconHealth: setting<"always-200" | "truthful">("always-200", oneOf("always-200", "truthful")),
  deleteDelayMs: setting(0, number(0, 600_000)),
  exportRequestsPerMinute: setting<number | null>(null, nullable(integer(1))),
  latencyMs: setting(0, number(0, 600_000)),
  listLagMs: setting(0, number(0, 600_000)),
  maxNameLength: setting<number | null>(null, nullable(integer(1, 10_000))),
  nameFilter: setting<"exact" | "substring">("substring", oneOf("exact", "substring")),
  nextLinks: setting<"absolute" | "foreign" | "page-only">("absolute", oneOf("absolute", "foreign", "page-only")),
  nodeLimit: setting<number | null>(null, nullable(integer(0))),
  nodeStart: setting<"create" | "request">("create", oneOf("create", "request")),
  nonEmptyDelete: setting<400 | 403 | 409 | "cascade">(
    400,
    oneOf<400 | 403 | 409 | "cascade">(400, 403, 409, "cascade"),
  ),
  oneNetworkPerChain: setting(false, flag),
  pageSize: setting(100, integer(1, 10_000)),
  pendingDetails: setting<"blank" | "empty" | "null" | "null-keys">(
    "empty",
    oneOf("blank", "empty", "null", "null-keys"),
  ),
  pendingWrites: setting<"allow" | "refuse">("allow", oneOf("allow", "refuse")),
  rateLimitPerSecond: setting<number | null>(null, nullable(integer(1))),
  refusedKeyStatus: setting<401 | 403>(401, oneOf<401 | 403>(401, 403)),
  regionalSeconds: setting(3, number(0, 86_400)),
  retryAfter: setting<"date" | "none" | "seconds">("seconds", oneOf("date", "none", "seconds")),
  traceCallMany: setting<"flat" | "nested">("flat", oneOf("flat", "nested")),
  uniqueNames: setting(false, flag),
  usageRequestsPerMinute: setting<number | null>(null, nullable(integer(1))),
} as const;

/** The current value of every switchable behaviour. */
export type Settings = { -readonly [K in keyof typeof settingTable]: Parsed<(typeof settingTable)[K]["parse"]> };

const changes = object(
  Object.fromEntries(Object.entries(settingTable).map(([key, row]) => [key, optional(row.parse as Parser<unknown>)])),
);

/** The defaults of the table. */
export function standardSettings(): Settings {
  return Object.fromEntries(Object.entries(settingTable).map(([key, row]) => [key, row.standard])) as Settings;
}

/**
 * Changes the given keys; the others keep their value.
 * @throws ShapeProblem for an unknown key or a value outside its range; then nothing is changed.
 */
export function changeSettings(settings: Settings, body: unknown): void {
  Object.assign(settings, changes(body));
}
