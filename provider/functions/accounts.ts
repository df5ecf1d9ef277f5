import * as pulumi from "@pulumi/pulumi";
import { ConfigError } from "../errors.js";
import type { Account } from "../lifecycle/account.js";
import { readSettings, requireSettings, type Settings, type SettingsReading } from "../lifecycle/settings.js";
import { type ExplicitSettings, settingsOf } from "../resources/provider.js";
import type { FunctionOptions } from "./options.js";

/**
 * The settings of the provider that a function is to use; undefined content where it names none. Not secret, although the
 * key is: what the platform answers with it is no secret for that reason.
 *
 * @throws {ConfigError} for a provider that is none of this package
 */
export function explicitSettings({ provider, parent }: FunctionOptions): pulumi.Output<ExplicitSettings | undefined> {
  const inherited = parent?.getProvider("pulumi-nodejs:dynamic/blockchain-nodes:Node");
  const chosen: pulumi.ProviderResource | undefined = provider ?? inherited;
  if (chosen === undefined) {
    return pulumi.output(undefined);
  }
  const settings = settingsOf(chosen);
  if (settings === undefined) {
    throw new ConfigError(
      "The provider of a function must be a Provider of pulumi-blockchain-nodes, of the same copy of the package: look for a second one with `npm ls pulumi-blockchain-nodes`.",
    );
  }
  return pulumi.unsecret(settings);
}

/** Settings in the program's process: those of an explicit provider, or of environment and stack configuration. */
export function readingOf(explicit: ExplicitSettings | undefined): SettingsReading {
  return readSettings(explicit === undefined ? pulumi.runtime.getConfig : (key) => explicit[key], process.env);
}

/**
 * Settings that a call can be made with.
 *
 * @throws {ConfigError} for what is missing or malformed, and in a preview with the setting `offline`
 */
export function settingsForCall(reading: SettingsReading): Settings {
  const settings = requireSettings(reading);
  if (pulumi.runtime.isDryRun() && settings.isOffline) {
    throw new ConfigError(
      "The setting blockchain-nodes:offline (BLOCKCHAIN_NODES_OFFLINE) allows no call in preview: use the twin of this function whose name ends with Output, which is unknown then.",
    );
  }
  return settings;
}

/** Whether the result of a function stays unknown: in preview, with nothing wrong, but no key or the wish to use none. */
export function isUnknownFor({ settings, problems }: SettingsReading): boolean {
  const { baseUrl, apiKey, isOffline = false } = settings;
  return (
    pulumi.runtime.isDryRun() && problems.length === 0 && (isOffline || baseUrl === undefined || apiKey === undefined)
  );
}

/** One account for each key on each platform: a second one would not know the pace of the first. */
const accounts = new Map<string, Account>();

/**
 * The account that all functions with this key share. Its pace is that of the call that came first.
 *
 * @throws {AuthError} when the key's organization is not the one that the setting `organization` demands
 */
export async function accountOf(settings: Settings): Promise<Account> {
  // Loaded here, so that a program that only declares resources does not load an HTTP client.
  const { Account, refuseOther } = await import("../lifecycle/account.js");
  const place = `${settings.baseUrl}\n${settings.apiKey}`;
  // The guard is not shared: each call has the one of its own settings.
  const made =
    accounts.get(place) ?? new Account({ ...settings, organization: undefined }, new AbortController().signal);
  accounts.set(place, made);
  if (settings.organization !== undefined) {
    refuseOther(await made.organization(), settings.organization);
  }
  return made;
}
