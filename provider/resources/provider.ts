import * as pulumi from "@pulumi/pulumi";
import { configKey, explicitKey, type SettingName, settingNames } from "../account/settings.js";
import { nearest } from "../base/nearest.js";
import { ConfigError } from "../errors/errors.js";

/**
 * Arguments of a {@link Provider}. What is left out comes from the environment variable of the same setting, never from
 * the configuration of the stack, which the process of an explicit provider does not see. A blank value is refused, and so
 * is one whose output comes out undefined: it would be another account's.
 */
export interface ProviderArgs {
  /**
   * Origin of the platform, for example `https://api.example.com`; plain http is accepted for a loopback host only.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_BASE_URL`
   */
  readonly baseUrl?: pulumi.Input<string>;
  /**
   * Management key. It is a secret in state, whether it is marked so or not.
   *
   * State keeps the key of the last `up`: `refresh` and `destroy` use that one, unless they run with `--run-program`.
   * Leave it out where they must see a rotated key at once: the environment is always fresh.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_API_KEY`
   */
  readonly apiKey?: pulumi.Input<string>;
  /**
   * Pace of all calls for the resources of this provider, in requests a second, from 0.01 to 1000. It slows down when the
   * platform throttles. Functions call from the program's process and have a pace of their own: of all that are named for
   * the same key the lowest so far.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_REQUESTS_PER_SECOND`, or 5
   */
  readonly requestsPerSecond?: pulumi.Input<number>;
  /**
   * Id of the organization that the key must belong to, for example `RG-123-456`. With another key nothing is read,
   * created, changed or deleted.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_ORGANIZATION`; without it every resource is bound to the
   * organization that it was created in, and only creations are not guarded
   */
  readonly organization?: pulumi.Input<string>;
  /**
   * Whether functions with this provider make no call in preview, as if there were no key.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_OFFLINE`, or `false`
   */
  readonly offline?: pulumi.Input<boolean>;
  /**
   * Whether objects are created under a claim (`creating-…`) and get their own name as the last step: a lost answer or a
   * process that dies then leaves no second object. `false` saves the look-up and the rename.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_CRASH_SAFE_CREATE`, or `true`
   */
  readonly crashSafeCreate?: pulumi.Input<boolean>;
  /**
   * How long an object whose create answer was lost is looked for in the platform's lists, in seconds, from 0 to 600.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_LIST_LAG_SECONDS`, or 30
   */
  readonly listLagSeconds?: pulumi.Input<number>;
  /**
   * Tells stacks of equal names apart that share the account: it goes into the hex digits of generated names and of claims. An empty text
   * is none, whatever the environment says. Without it, on a backend without organizations such as files, what a killed run left behind is
   * resumed in the right place, but never deleted: another machine's stack may own it.
   *
   * @default the environment variable `BLOCKCHAIN_NODES_OWNER_SALT`, or nothing
   */
  readonly ownerSalt?: pulumi.Input<string>;
}

/** The settings of an explicit provider by config key, as its process gets them. */
export type ExplicitSettings = Readonly<Record<string, string | undefined>>;

/** Reads the private member of {@link Provider}; set by the class itself. */
let read: (provider: pulumi.ProviderResource) => pulumi.Output<ExplicitSettings> | undefined;

/**
 * An account on the platform, for programs with more than one. Resources take it by the resource option `provider`,
 * components by `providers: [account]` (in a map its key is `pulumi-nodejs`), functions by their option `provider`. Each
 * has a process of its own for its resources, with a pace and a key of its own.
 *
 * A malformed setting fails the check of every resource that uses it, at preview; a missing key or base URL fails the
 * first call to the platform. A key of another organization than the one recorded in the state of a resource is refused
 * before anything is touched.
 */
export class Provider extends pulumi.ProviderResource {
  readonly #settings: pulumi.Output<ExplicitSettings>;

  static {
    read = (provider) => (#settings in provider ? provider.#settings : undefined);
  }

  /** @throws {ConfigError} for an argument that does not exist: a key under a wrong name would be another account's */
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
    const near = nearest(foreign, settingNames);
    throw new ConfigError(
      `Provider "${provider}": ${foreign} is not an argument${near === undefined ? "" : `; did you mean "${near}"?`}`,
    );
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

// An argument that was dropped would come from the environment, and be another account's. This one is refused as blank.
const cameOutUndefined = " ";

// The engine gives a provider nothing but texts.
function asText(value: string | number | boolean | null | undefined): string {
  return String(value ?? cameOutUndefined);
}
