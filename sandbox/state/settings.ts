import { z } from "zod";
import { anyObject, integerFrom, numberFrom, validate } from "../base/validation";

/**
 * Behaviors that the platform does not document, or that a test wants to vary: accepted values and default.
 * README.md explains each.
 */
const settingsSchema = z.strictObject({
  accessRuleList: z.enum(["envelope", "list"]).default("envelope"),
  beaconForm: z.enum(["bare", "flat", "nested"]).default("nested"),
  beaconHealth: z.enum(["always-200", "truthful"]).default("always-200"),
  deleteDelayMs: numberFrom(0, 600_000).default(0),
  exportRequestsPerMinute: integerFrom(1).nullable().default(null),
  latencyMs: numberFrom(0, 600_000).default(0),
  listLagMs: numberFrom(0, 600_000).default(0),
  maxNameLength: integerFrom(1, 10_000).nullable().default(null),
  nameFilter: z.enum(["exact", "substring"]).default("substring"),
  nextLinks: z.enum(["absolute", "foreign", "page-only"]).default("absolute"),
  nodeLimit: integerFrom(0).nullable().default(null),
  nodeStart: z.enum(["create", "request"]).default("create"),
  nonEmptyDelete: z.literal([400, 403, 409, "cascade"]).default(400),
  oneNetworkPerChain: z.boolean().default(false),
  pageSize: integerFrom(1, 10_000).default(100),
  pendingDetails: z.enum(["blank", "empty", "null", "null-keys"]).default("empty"),
  pendingWrites: z.enum(["allow", "refuse"]).default("allow"),
  rateLimitPerSecond: integerFrom(1).nullable().default(null),
  refusedKeyStatus: z.literal([401, 403]).default(401),
  regionalSeconds: numberFrom(0, 86_400).default(3),
  retryAfter: z.enum(["date", "none", "seconds"]).default("seconds"),
  traceCallMany: z.enum(["flat", "nested"]).default("flat"),
  uniqueNames: z.boolean().default(false),
  usageRequestsPerMinute: integerFrom(1).nullable().default(null),
});

/** The current value of every setting. */
export type Settings = z.output<typeof settingsSchema>;

/** The default of every setting. */
export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}

/**
 * Changes the given settings; the others keep their value.
 * @throws ValidationError for an unknown key or a value outside its range; nothing changes then.
 */
export function changeSettings(settings: Settings, body: unknown): void {
  const changes = validate(anyObject, body);
  Object.assign(settings, validate(settingsSchema, { ...settings, ...changes }));
}
