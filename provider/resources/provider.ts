import * as pulumi from "@pulumi/pulumi";
import { configKey, explicitKey, type SettingName, settingNames } from "../account/settings.js";
import { didYouMean } from "../base/suggest.js";
import { ConfigError } from "../errors/errors.js";

/**
 * Arguments of a {@link Provider}. An omitted argument comes from the environment variable of that setting, never from
 * stack configuration, which the process of an explicit provider does not see. Blank values and outputs that resolve to
 * undefined are rejected, since the fallback could select another account.
 */
export interface ProviderArgs {
  /**
   * Origin of the platform, for example `https://api.example.com`; plain http only for loopback hosts.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_BASE_URL`
   */
  readonly baseUrl?: pulumi.Input<string>;
  /**
   * Management key. Always a secret in state.
   *
   * State keeps the key of the last `up`, and `refresh` and `destroy` use it unless they run with `--run-program`.
   * Omit this argument if they must pick up a rotated key at once: the environment is read on every run.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_API_KEY`
   */
  readonly apiKey?: pulumi.Input<string>;
  /**
   * Rate limit of all calls for this provider's resources, in requests per second, from 0.01 to 1000. It adapts when
   * the platform throttles. Functions run in the program's process and have a rate limit of their own: the lowest one
   * given for the same key so far.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_REQUESTS_PER_SECOND`, or 5
   */
  readonly requestsPerSecond?: pulumi.Input<number>;
  /**
   * Id of the organization that the key must belong to, for example `RG-123-456`. With any other key nothing is read,
   * created, changed or deleted.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_ORGANIZATION`; without it, every resource is bound to
   * the organization that it was created in, and only creates are unchecked
   */
  readonly organization?: pulumi.Input<string>;
  /**
   * Whether functions that use this provider skip their calls in preview, as if there were no key.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_OFFLINE`, or `false`
   */
  readonly offline?: pulumi.Input<boolean>;
  /**
   * Whether objects are created under a claim (`creating-…`) and renamed as the last step, so that a lost response or a
   * killed process never leads to a second object. `false` saves the lookup and the rename.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_CRASH_SAFE_CREATE`, or `true`
   */
  readonly crashSafeCreate?: pulumi.Input<boolean>;
  /**
   * How long to look for an object in the platform's lists after the response to its create was lost, in seconds, from
   * 0 to 600.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_LIST_LAG_SECONDS`, or 30
   */
  readonly listLagSeconds?: pulumi.Input<number>;
  /**
   * Distinguishes stacks of the same name that share the account: it is part of the hex digits of generated names and
   * claims. An empty string means none and overrides the environment. Without it, on a backend without organizations
   * such as local files, the leftovers of a killed run are resumed but never deleted: another machine's stack may own
   * them.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_OWNER_SALT`, or nothing
   */
  readonly ownerSalt?: pulumi.Input<string>;
}

/** The settings of an explicit provider by config key, as its process receives them. */
export type ExplicitSettings = Readonly<Record<string, string | undefined>>;

/** Reads the private member of {@link Provider}; set by the class itself. */
let read: (provider: pulumi.ProviderResource) => pulumi.Output<ExplicitSettings> | undefined;

/**
 * An account on the platform, for programs with more than one. Pass it to resources as the resource option `provider`,
 * to components as `providers: [account]` (in a map under the key `pulumi-nodejs`), and to functions as their option
 * `provider`. Each provider has its own process, key and rate limit.
 *
 * A malformed setting fails the check of every resource that uses it, at preview; a missing key or base URL fails the
 * first call to the platform. A key of an organization other than the one recorded in a resource's state is rejected
 * before anything is changed.
 */
export class Provider extends pulumi.ProviderResource {
  readonly #settings: pulumi.Output<ExplicitSettings>;

  static {
    read = (provider) => (#settings in provider ? provider.#settings : undefined);
  }

  /** @throws {ConfigError} for an unknown argument, since a misspelled key would select another account */
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    const properties = propertiesOf(name, args);
    super("pulumi-nodejs", name, properties, options);
    this.#settings = pulumi.output(properties);
  }
}

/**
 * The settings of an explicit provider, secret because of the key.
 *
 * @returns undefined for a provider that is not a {@link Provider} of this copy of the package
 */
export function settingsOf(provider: pulumi.ProviderResource): pulumi.Output<ExplicitSettings> | undefined {
  return read(provider);
}

function propertiesOf(provider: string, args: ProviderArgs): pulumi.Inputs {
  const foreign = Object.keys(args).find((name) => !settingNames.includes(name as SettingName));
  if (foreign !== undefined) {
    throw new ConfigError(`Provider "${provider}": ${foreign} is not an argument${didYouMean(foreign, settingNames)}`);
  }
  const properties: Record<string, pulumi.Input<string>> = { [explicitKey]: "true" };
  for (const name of settingNames) {
    const value: pulumi.Input<string | number | boolean | undefined> = args[name];
    if (value !== undefined) {
      const text = pulumi.output(value).apply(asText);
      properties[configKey(name)] = name === "apiKey" ? pulumi.secret(text) : text;
    }
  }
  return properties;
}

// A dropped argument would fall back to the environment, and so to another account. This value is rejected as blank.
const resolvedUndefined = " ";

// The engine passes provider settings as strings.
function asText(value: string | number | boolean | null | undefined): string {
  return String(value ?? resolvedUndefined);
}
