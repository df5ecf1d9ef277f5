import { inspect, isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { readSettings, requireSettings, type SettingProblem, type SettingsReading } from "../../account/settings.js";
import { systemClock } from "../../base/clock.js";
import { redactor } from "../../base/redact.js";
import { oneLine } from "../../base/text.js";
import { isProviderError, NotFoundError } from "../../errors/errors.js";
import type { AccountScope } from "../account-scope.js";
import { explainDiff } from "../changes.js";
import { claimName } from "../claim/claim-name.js";
import { toJson } from "../engine/json.js";
import { KnownObjects } from "../engine/known-objects.js";
import { PartialFailure } from "../engine/partial-failure.js";
import { engineProgress, longestMessage } from "../engine/progress.js";
import type { Properties } from "../engine/properties.js";
import { type Owner, parseOwner } from "../owner.js";
import type { Context } from "../resource.js";
import { type EngineResource, ownerIn, withProvider } from "./edge.js";
import { interruption, writeGuard } from "./interrupt.js";

/**
 * What `configure` was told; the same for every type of one process, since the engine starts a process per provider.
 */
let reading: SettingsReading | undefined;
let scope: Promise<AccountScope> | undefined;
const known = new KnownObjects();

/**
 * Makes the provider that the engine talks to from a resource resource. Around every call: settings, the shared
 * account, results that the engine can store, and errors that are plain, redacted and carry what the engine needs.
 */
export function defineProvider(resource: EngineResource): dynamic.ResourceProvider {
  const operate = <T>(properties: Properties, run: (context: Context) => Promise<T>) =>
    guarded(properties, async () => {
      const context = await contextOf(properties);
      try {
        return await run(context);
      } catch (error) {
        // A call or a sleep that was cut off rejects in a form of its own; the reason is what the user should read.
        throw context.signal.aborted && !(error instanceof PartialFailure) ? context.signal.reason : error;
      }
    });
  return {
    // Synchronous on purpose: the SDK lets other calls in as soon as this one waits for something.
    configure: async ({ config }) => {
      // From here on: a process that has only checked inputs must end with its engine too.
      interruption();
      const latest = readSettings((key) => config.get(key), process.env);
      // Each type of a stack configures on its own, with the same values: they share one account and its limiter.
      if (!isDeepStrictEqual(latest, reading) || keyOf(latest) !== keyOf(reading)) {
        reading = latest;
        scope = undefined;
      }
    },
    check: (olds: Properties, news: Properties) =>
      guarded(news, async () => {
        const owner = ownerOf(news);
        if (Object.keys(olds).length > 0) {
          known.addResource(owner.urn);
        }
        const { inputs, failures, warnings = [] } = resource.check(olds, news, owner);
        await warnOnce(owner, warnings);
        return {
          inputs: toJson(inputs),
          failures: [...(reading?.problems ?? []), ...failures].map(({ property, reason }) => ({
            property,
            reason: oneLine(redact(reason), longestMessage),
          })),
        };
      }),
    diff: (id: string, olds: Properties, news: Properties) =>
      guarded(news, async () => {
        known.add(id, olds);
        const { changes, replaces } = resource.diff(olds, news);
        const why = explainDiff(resource.changes, olds, news, replaces);
        if (changes && why !== undefined) {
          await engineProgress(ownerOf(news).urn, redact).note(why);
        }
        return { changes, replaces: [...replaces] };
      }),
    create: (inputs: Properties) =>
      operate(inputs, async (context) => {
        const finish = (id: string, outs: Properties) => {
          context.claims.finish(claimName(context.owner));
          known.add(id, outs);
        };
        try {
          const { id, outs } = await resource.create(inputs, context);
          finish(id, outs);
          return { id, outs: toJson(outs) };
        } catch (error) {
          // The engine keeps it, though it is not ready.
          if (error instanceof PartialFailure) {
            finish(error.id, error.outs);
          }
          throw error;
        }
      }),
    read: (id: string, props: Properties = {}) =>
      operate(props, async (context) => {
        known.add(id, props);
        const found = await resource.read(id, props, context);
        if (found !== undefined) {
          return { id, props: toJson(found.outs), inputs: toJson(found.inputs) };
        }
        // The engine takes an empty answer to `get` for a resource without outputs, and the program goes on with it.
        if (props.organization === undefined) {
          throw new NotFoundError(`${id} does not exist, or this key may not see it.`);
        }
        return {};
      }),
    update: (id: string, olds: Properties, news: Properties) =>
      operate(news, async (context) => {
        known.add(id, olds);
        return { outs: toJson(await resource.update(id, olds, news, context)) };
      }),
    delete: (id: string, props: Properties) =>
      operate(props, async (context) => {
        if (context.claims.resumptionOf(id) !== undefined) {
          // Reads that lag behind showed the old object under the claim of the new one: now it is the new one.
          context.progress.warn(`Does not delete ${id}: a create of this run has resumed it, and the state keeps it.`);
          return;
        }
        known.add(id, props);
        await resource.remove(id, props, context);
      }),
  };
}

const warned = new Set<string>();

/**
 * Shows warnings on the row of the resource. A replacement is checked twice and says it once. A preview may end with
 * this check, and the process with it: so the engine must have them first.
 */
async function warnOnce({ urn }: Owner, warnings: readonly SettingProblem[]): Promise<void> {
  for (const { property, reason } of warnings) {
    const message = `${property}: ${reason}.`;
    const key = `${urn} ${message}`;
    if (!warned.has(key)) {
      warned.add(key);
      await engineProgress(urn, redact).warn(message);
    }
  }
}

function ownerOf(properties: Properties): Owner {
  return parseOwner(ownerIn(properties), reading?.settings.ownerSalt ?? "");
}

async function contextOf(properties: Properties): Promise<Context> {
  const owner = ownerOf(properties);
  const signal = interruption();
  return {
    ...(await sharedScope(signal)),
    owner,
    progress: engineProgress(owner.urn, redact),
    clock: systemClock,
    known,
    signal,
  };
}

function keyOf(settings: SettingsReading | undefined): string | undefined {
  return settings?.settings.apiKey?.reveal();
}

function sharedScope(signal: AbortSignal): Promise<AccountScope> {
  const settings = requireSettings(reading ?? readSettings(() => undefined, process.env));
  scope ??= Promise.all([import("../account-scope.js"), writeGuard()]).then(([{ accountScope }, guard]) =>
    accountScope(settings, signal, { writeGuard: guard }),
  );
  return scope;
}

function redact(text: string): string {
  return redactor([keyOf(reading)])(text);
}

/** Runs one call and turns whatever it throws into the only form that the SDK passes on without harm. */
async function guarded<T>(properties: Properties, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw forEngine(error, properties);
  }
}

/**
 * A fresh `Error` without any member but those that the SDK reads: a number in `code`, a `metadata`, or an undefined
 * value among the properties would leave the engine without an answer.
 */
function forEngine(error: unknown, properties: Properties): Error {
  const fresh = new Error(oneLine(redact(messageOf(error)), longestMessage));
  // The SDK prints the stack of a failed check, diff, read or delete to the user.
  fresh.stack = "";
  if (error instanceof PartialFailure) {
    const stored = toJson(withProvider(error.outs, properties));
    return Object.assign(fresh, { id: error.id, properties: stored, reasons: [fresh.message] });
  }
  return fresh;
}

/** What the platform's support asks for first. */
function requestOf(error: unknown): string {
  return isProviderError(error) && error.requestId !== undefined ? ` [request ${error.requestId}]` : "";
}

function messageOf(error: unknown): string {
  if (error instanceof PartialFailure) {
    return error.message + requestOf(error.cause);
  }
  if (isProviderError(error)) {
    return error.message + requestOf(error);
  }
  if (error instanceof Error) {
    return error.name === "AbortError" ? "Interrupted." : `Unexpected ${error.name}: ${error.message}`;
  }
  return `Unexpected failure: ${typeof error === "string" ? error : inspect(error)}`;
}
