import { inspect, isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { type InputProblem, readSettings, requireSettings, type SettingsReading } from "../../account/settings.js";
import { systemClock } from "../../base/clock.js";
import { redactor } from "../../base/redact.js";
import { oneLine } from "../../base/text.js";
import { isProviderError, NotFoundError } from "../../errors/errors.js";
import type { AccountScope } from "../account-scope.js";
import { explainDiff } from "../changes.js";
import { claimName } from "../claim/claim-name.js";
import { type Json, toJson } from "../engine/json.js";
import { KnownObjects } from "../engine/known-objects.js";
import { PartialFailure } from "../engine/partial-failure.js";
import { engineProgress, longestMessage } from "../engine/progress.js";
import type { Properties } from "../engine/properties.js";
import { type Owner, parseOwner } from "../owner.js";
import type { Context, LocalContext } from "../resource.js";
import { type EngineResource, ownerIn, withProvider } from "./edge.js";
import { interruption, writeGuard } from "./interrupt.js";

/** The settings from `configure`: all types of a process share them, since the engine starts a process per provider. */
let reading: SettingsReading | undefined;
let scope: Promise<AccountScope> | undefined;
const known = new KnownObjects();

/**
 * Makes a resource a provider for the engine. Adds to every call: settings, the shared account, results that the engine
 * can store, and plain, redacted errors with what the engine needs.
 */
export function defineProvider(resource: EngineResource): dynamic.ResourceProvider {
  const operate = operator(contextOf);
  return {
    configure,
    check: (olds: Properties, news: Properties) =>
      guarded(news, async () => {
        const { inputs, failures } = await checked(resource, olds, news);
        return { inputs, failures: [...(reading?.problems.map(clean) ?? []), ...failures] };
      }),
    diff: (id: string, olds: Properties, news: Properties) =>
      guarded(news, () => {
        known.add(id, olds);
        return compared(resource, olds, news);
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
          // The engine saves the object, although it is not ready.
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
        // The engine takes an empty response to `get` for a resource without outputs, and the program would continue.
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
          // Stale reads showed the old object under the claim of the new one: it has become the new one.
          context.progress.warn(`Does not delete ${id}: a create of this run has resumed it. It stays in state.`);
          return;
        }
        known.add(id, props);
        await resource.remove(id, props, context);
      }),
  };
}

/**
 * Makes a resource without an object on the platform a provider for the engine. No call needs settings, and problems
 * with them are none of its own.
 */
export function defineLocalProvider(resource: EngineResource<LocalContext>): dynamic.ResourceProvider {
  const operate = operator(async (properties) => localContextOf(properties));
  return {
    configure,
    check: (olds: Properties, news: Properties) => guarded(news, () => checked(resource, olds, news)),
    diff: (_id: string, olds: Properties, news: Properties) => guarded(news, () => compared(resource, olds, news)),
    create: (inputs: Properties) =>
      operate(inputs, async (context) => {
        const { id, outs } = await resource.create(inputs, context);
        return { id, outs: toJson(outs) };
      }),
    read: (id: string, props: Properties = {}) =>
      operate(props, async (context) => {
        const found = await resource.read(id, props, context);
        return found === undefined ? {} : { id, props: toJson(found.outs), inputs: toJson(found.inputs) };
      }),
    update: (id: string, olds: Properties, news: Properties) =>
      operate(news, async (context) => ({ outs: toJson(await resource.update(id, olds, news, context)) })),
    delete: (id: string, props: Properties) => operate(props, (context) => resource.remove(id, props, context)),
  };
}

// Synchronous on purpose: the SDK accepts other calls as soon as this one awaits.
async function configure({ config }: Parameters<NonNullable<dynamic.ResourceProvider["configure"]>>[0]): Promise<void> {
  // A process that has only checked inputs must end with its engine too.
  interruption();
  const latest = readSettings((key) => config.get(key), process.env);
  // The engine configures each type separately, with the same values: they share one account and its limiter.
  if (!isDeepStrictEqual(latest, reading) || keyOf(latest) !== keyOf(reading)) {
    reading = latest;
    scope = undefined;
  }
}

/** Runs operations with what they need. */
function operator<Needs extends LocalContext>(contextFor: (properties: Properties) => Promise<Needs>) {
  return <T>(properties: Properties, run: (context: Needs) => Promise<T>): Promise<T> =>
    guarded(properties, async () => {
      const context = await contextFor(properties);
      try {
        return await run(context);
      } catch (error) {
        // An aborted call or sleep rejects with an error of its own: the user should see the signal's reason.
        throw context.signal.aborted && !(error instanceof PartialFailure) ? context.signal.reason : error;
      }
    });
}

type Checked = { readonly inputs: Json; readonly failures: InputProblem[] };

async function checked(resource: Pick<EngineResource, "check">, olds: Properties, news: Properties): Promise<Checked> {
  const owner = ownerOf(news);
  if (Object.keys(olds).length > 0) {
    known.addResource(owner.urn);
  }
  const { inputs, failures, warnings = [] } = resource.check(olds, news, owner);
  await warnOnce(owner, warnings);
  return { inputs: toJson(inputs), failures: failures.map(clean) };
}

function clean({ property, reason }: InputProblem): InputProblem {
  return { property, reason: oneLine(redact(reason), longestMessage) };
}

async function compared(
  resource: Pick<EngineResource, "changes" | "diff">,
  olds: Properties,
  news: Properties,
): Promise<dynamic.DiffResult> {
  const { changes, replaces } = resource.diff(olds, news);
  const why = explainDiff(resource.changes, olds, news, replaces);
  if (changes && why !== undefined) {
    await engineProgress(ownerOf(news).urn, redact).note(why);
  }
  return { changes, replaces: [...replaces] };
}

const warned = new Set<string>();

/**
 * Shows warnings on the row of the resource, once: a replacement is checked twice. Waits until the engine has them,
 * since a preview may end the process after this check.
 */
async function warnOnce({ urn }: Owner, warnings: readonly InputProblem[]): Promise<void> {
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

function localContextOf(properties: Properties): LocalContext {
  const owner = ownerOf(properties);
  return { owner, progress: engineProgress(owner.urn, redact), clock: systemClock, signal: interruption() };
}

async function contextOf(properties: Properties): Promise<Context> {
  const local = localContextOf(properties);
  return { ...(await sharedScope(local.signal)), ...local, known };
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

/** Runs one call and converts its errors into the only form that the SDK forwards safely. */
async function guarded<T>(properties: Properties, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw forEngine(error, properties);
  }
}

/**
 * A new `Error` with only the members that the SDK reads: a number in `code`, a `metadata`, or an undefined value among
 * the properties would leave the engine without a response.
 */
function forEngine(error: unknown, properties: Properties): Error {
  const plain = new Error(oneLine(redact(messageOf(error)), longestMessage));
  // The SDK prints the stack of a failed check, diff, read or delete to the user.
  plain.stack = "";
  if (error instanceof PartialFailure) {
    const stored = toJson(withProvider(error.outs, properties));
    return Object.assign(plain, { id: error.id, properties: stored, reasons: [plain.message] });
  }
  return plain;
}

/** The request id, which the platform's support needs first. */
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
