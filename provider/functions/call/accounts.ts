import * as pulumi from "@pulumi/pulumi";
import type { Account } from "../../account/account.js";
import { readSettings, requireSettings, type Settings, type SettingsReading } from "../../account/settings.js";
import { didYouMean } from "../../base/suggest.js";
import { ConfigError } from "../../errors/errors.js";
import { bareOutput } from "../../resources/bare-output.js";
import { type ExplicitSettings, settingsOf } from "../../resources/provider.js";
import { tokenOf } from "../../resources/shape.js";
import type { FunctionOptions } from "./options.js";

// Every type of this package has the same provider.
const anyToken = tokenOf("Node");

const optionNames: readonly (keyof FunctionOptions)[] = ["provider", "parent"];

/**
 * The settings of the provider for a function; undefined content without one. Bare: a result is not secret because the
 * key is, and does not depend on what the key comes from.
 *
 * @throws {ConfigError} for a provider of another package, and for an unknown option: a misspelled one would query
 * another account
 */
export function explicitSettings(options: FunctionOptions): pulumi.Output<ExplicitSettings | undefined> {
  const foreign = Object.entries(options).find(
    ([name, value]) => value !== undefined && !optionNames.includes(name as keyof FunctionOptions),
  )?.[0];
  if (foreign !== undefined) {
    const known = `a function takes ${optionNames.join(" and ")}`;
    throw new ConfigError(`The option "${foreign}" does not exist: ${known}${didYouMean(foreign, optionNames) || "."}`);
  }
  const { provider, parent } = options;
  const inherited = parent?.getProvider(anyToken);
  const chosen: pulumi.ProviderResource | undefined = provider ?? inherited;
  if (chosen === undefined) {
    return pulumi.output(undefined);
  }
  const settings = settingsOf(chosen);
  if (settings === undefined) {
    throw new ConfigError(
      "The provider of a function must be a Provider of pulumi-blockchain-nodes, from the same copy of the package: find duplicates with `npm ls pulumi-blockchain-nodes`.",
    );
  }
  return bareOutput(settings);
}

/** Settings in the program's process: those of an explicit provider, or of environment and stack configuration. */
export function readingOf(explicit: ExplicitSettings | undefined): SettingsReading {
  return readSettings(explicit === undefined ? pulumi.runtime.getConfig : (key) => explicit[key], process.env);
}

/** Whether a preview must not probe a resource, by the settings of its provider, or of environment and stack. */
export function isOfflineFor(resource: pulumi.Resource): pulumi.Output<boolean> {
  const provider = resource.getProvider(anyToken);
  const settings = provider === undefined ? undefined : settingsOf(provider);
  const explicit: pulumi.Output<ExplicitSettings | undefined> = settings ?? pulumi.output(undefined);
  return bareOutput(explicit).apply((known) => readingOf(known).settings.isOffline);
}

/** Whether a preview must not probe, by the settings of environment and stack. */
export function isOffline(): boolean {
  return readingOf(undefined).settings.isOffline;
}

/**
 * Settings that are complete for a call.
 *
 * @throws {ConfigError} for missing or malformed settings, and in a preview with the setting `offline`
 */
export function settingsForCall(reading: SettingsReading): Settings {
  const settings = requireSettings(reading);
  if (pulumi.runtime.isDryRun() && settings.isOffline) {
    throw new ConfigError(
      "The setting offline (blockchain-nodes:offline, BLOCKCHAIN_NODES_OFFLINE, or the argument of a Provider) allows no call in preview: use the form of this function whose name ends with Output, which is unknown then.",
    );
  }
  return settings;
}

/** Whether the result of a function is unknown: in a preview with valid settings, but offline or without key or URL. */
export function isUnknownFor({ settings, problems }: SettingsReading): boolean {
  const { baseUrl, apiKey, isOffline } = settings;
  return (
    pulumi.runtime.isDryRun() && problems.length === 0 && (isOffline || baseUrl === undefined || apiKey === undefined)
  );
}

/** One account per key and platform: a second one would not share the rate limit. */
const accounts = new Map<string, { readonly account: Account; readonly requestsPerSecond: number }>();

/** The account that all functions with this key share, with the lowest rate that any of them has set so far. */
export async function accountOf(settings: Settings): Promise<Account> {
  // Loaded here, so that a program that only declares resources does not load an HTTP client.
  const { Account } = await import("../../account/account.js");
  const { requestsPerSecond } = settings;
  const place = `${settings.baseUrl}\n${settings.apiKey.reveal()}`;
  const shared = accounts.get(place);
  if (shared !== undefined && shared.requestsPerSecond <= requestsPerSecond) {
    return shared.account;
  }
  // Without `organization`: each call checks that of its own settings.
  const account = new Account({ ...settings, organization: undefined }, new AbortController().signal);
  accounts.set(place, { account, requestsPerSecond });
  return account;
}
