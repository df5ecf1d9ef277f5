import { isLoopback } from "../base/loopback.js";
import { Secret } from "../base/secret.js";
import { ConfigError } from "../errors/errors.js";

export interface Settings {
  /** URL of the platform, including a path prefix if it has one. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  /** Rate of all calls of this process, in requests per second. */
  readonly requestsPerSecond: number;
  /** Organization that the key must belong to, if set. */
  readonly organization: string | undefined;
  /** Makes functions skip calls in preview even with a key, and the command `catalogue` print the snapshot. */
  readonly isOffline: boolean;
  /** Whether objects are created under a claim, so that a lost response or a killed process leaves no duplicate. */
  readonly isCrashSafe: boolean;
  /** How long to search the lists for an object whose create response was lost, in milliseconds. */
  readonly listLagMs: number;
}

/** An invalid setting or argument. */
export interface InputProblem {
  /** Its name, or the path of an argument: `nodes[0].region`. */
  readonly property: string;
  readonly reason: string;
}

/** The settings with defaults, as far as there are any. */
type GivenSettings = Omit<Settings, "baseUrl" | "apiKey"> & Partial<Settings> & { readonly ownerSalt: string };

/** The given settings, and the problems with them. */
export interface SettingsReading {
  /** Whether they belong to an explicit provider, whose omitted settings come from the environment. */
  readonly isExplicit: boolean;
  /** Whether there is neither a stack nor a provider: only the environment counts. */
  readonly isBare?: boolean;
  readonly settings: GivenSettings;
  /** Invalid values: `check` reports them, so that they fail at preview. */
  readonly problems: readonly InputProblem[];
}

/** The configuration of the stack or of an explicit provider, by full key. */
export type ConfigSource = (key: string) => string | null | undefined;

const namespace = "blockchain-nodes";

/**
 * Key that an explicit provider sends with the value "true". Its process sees only its own properties, and only this
 * key distinguishes them from the configuration of a stack.
 */
export const explicitKey = `${namespace}:explicit`;

/** Key of a setting in the configuration of a stack and in the properties of an explicit provider. */
export function configKey(setting: string): string {
  return `${namespace}:${setting}`;
}

const variables = {
  baseUrl: "BLOCKCHAIN_NODES_BASE_URL",
  apiKey: "BLOCKCHAIN_NODES_API_KEY",
  requestsPerSecond: "BLOCKCHAIN_NODES_REQUESTS_PER_SECOND",
  organization: "BLOCKCHAIN_NODES_ORGANIZATION",
  offline: "BLOCKCHAIN_NODES_OFFLINE",
  crashSafeCreate: "BLOCKCHAIN_NODES_CRASH_SAFE_CREATE",
  listLagSeconds: "BLOCKCHAIN_NODES_LIST_LAG_SECONDS",
  ownerSalt: "BLOCKCHAIN_NODES_OWNER_SALT",
} as const;

/** Name of a setting in the configuration and as an argument of an explicit provider. */
export type SettingName = keyof typeof variables;

export const settingNames = Object.keys(variables) as readonly SettingName[];

export function environmentName(setting: SettingName): string {
  return variables[setting];
}

/**
 * Reads every setting. The environment takes precedence over the configuration of the stack: `destroy` and `refresh`
 * see the configuration of the last `up`, and a key that was rotated since must still be usable. The arguments of an
 * explicit provider take precedence over the environment: it represents one account among several.
 *
 * @param config undefined outside of any stack
 */
export function readSettings(config: ConfigSource | undefined, environment: NodeJS.ProcessEnv): SettingsReading {
  const isBare = config === undefined;
  const isExplicit = config?.(explicitKey) === "true";
  const problems: InputProblem[] = [];
  const fail = (property: SettingName, what: string) => {
    problems.push({ property, reason: `${what} Set ${named(property, { isExplicit, isBare })}.` });
  };
  const value = (name: SettingName) => {
    const fromEnvironment = blankToUndefined(environment[variables[name]]);
    const written = config?.(configKey(name));
    const fromConfig = blankToUndefined(written);
    if (!isExplicit) {
      return fromEnvironment ?? fromConfig;
    }
    // A key that is blank by mistake must not fall back to the environment's key, which is for another account.
    // Null is a secret without a value.
    // An explicit provider may set the salt to an empty string, which overrides the environment.
    const isFine = fromConfig !== undefined || (name === "ownerSalt" && written === "");
    if (written !== undefined && !isFine) {
      fail(name, "It is blank in the arguments of the Provider.");
    }
    return written === undefined ? fromEnvironment : fromConfig;
  };
  const parse = <T>(name: SettingName, parser: (text: string) => T | string): T | undefined => {
    const text = value(name);
    const parsed = text === undefined ? undefined : parser(text);
    if (typeof parsed === "string") {
      fail(name, parsed);
      return undefined;
    }
    return parsed;
  };
  return {
    isExplicit,
    isBare,
    settings: {
      ...parse("baseUrl", parseBaseUrl),
      ...parse("apiKey", parseApiKey),
      requestsPerSecond: parse("requestsPerSecond", parseRate) ?? 5,
      organization: value("organization"),
      isOffline: parse("offline", parseFlag)?.flag ?? false,
      isCrashSafe: parse("crashSafeCreate", parseFlag)?.flag ?? true,
      listLagMs: parse("listLagSeconds", parseLag) ?? 30_000,
      ownerSalt: value("ownerSalt") ?? "",
    },
    problems,
  };
}

/**
 * Requires complete and valid settings.
 *
 * @throws {ConfigError} with the config key and the environment variable of a missing or invalid setting
 */
export function requireSettings(reading: SettingsReading): Settings {
  const [problem] = reading.problems;
  const { ownerSalt: _, baseUrl, apiKey, ...settings } = reading.settings;
  if (problem !== undefined) {
    throw new ConfigError(`${problem.property}: ${problem.reason}`);
  }
  if (baseUrl === undefined) {
    throw new ConfigError(`The platform's base URL is missing: set ${named("baseUrl", reading)}.`);
  }
  if (apiKey === undefined) {
    throw new ConfigError(`The platform's management key is missing: set ${named("apiKey", reading)}.`);
  }
  return { ...settings, baseUrl, apiKey };
}

function named(setting: SettingName, { isExplicit, isBare }: Pick<SettingsReading, "isExplicit" | "isBare">): string {
  if (isBare === true) {
    return `the environment variable ${variables[setting]}`;
  }
  if (isExplicit) {
    return `the argument ${setting} of the Provider or the environment variable ${variables[setting]}`;
  }
  const secret = setting === "apiKey" ? "--secret " : "";
  return `it with \`pulumi config set ${secret}${namespace}:${setting}\` or the environment variable ${variables[setting]}`;
}

function blankToUndefined(text: string | null | undefined): string | undefined {
  return text?.trim() || undefined;
}

// Messages omit the value: a key pasted into the wrong place must not be printed.
function parseBaseUrl(text: string): Pick<Settings, "baseUrl"> | string {
  if (!URL.canParse(text)) {
    return "The platform's base URL is not a URL such as https://api.example.com.";
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return "The platform's base URL must have only a scheme, a host and a path.";
  }
  // Proxies and servers that join URLs may read "//other" after a host as another host.
  if (url.pathname.includes("//")) {
    return "The platform's base URL has an empty segment in its path (//).";
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) {
    return { baseUrl: url.href };
  }
  return "The platform's base URL must begin with https://; plain http is accepted only for a loopback host, since it would expose the key to the network.";
}

function parseApiKey(text: string): Pick<Settings, "apiKey"> | string {
  return /^[\x21-\x7e]+$/.test(text)
    ? { apiKey: new Secret(text) }
    : "The management key has spaces or other characters that no key contains.";
}

function parseFlag(text: string): { readonly flag: boolean } | string {
  return text === "true" || text === "false" ? { flag: text === "true" } : "It must be true or false.";
}

const minRate = 0.01;
const maxRate = 1_000;

function parseRate(text: string): number | string {
  const rate = Number(text);
  return Number.isFinite(rate) && rate >= minRate && rate <= maxRate
    ? rate
    : `The request rate must be a number of requests per second from ${minRate} to ${maxRate}.`;
}

const maxLagSeconds = 600;

function parseLag(text: string): number | string {
  const seconds = Number(text);
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= maxLagSeconds
    ? seconds * 1_000
    : `The time to search for a lost create must be a number of seconds from 0 to ${maxLagSeconds}.`;
}
