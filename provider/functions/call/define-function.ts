import * as pulumi from "@pulumi/pulumi";
import type { Account } from "../../account/account.js";
import type { Settings } from "../../account/settings.js";
import { ConfigError, type FieldReasons, isProviderError, RejectedError } from "../../errors/errors.js";
import { toJson } from "../../lifecycle/engine/json.js";
import { accountOf, explicitSettings, isUnknownFor, readingOf, settingsForCall } from "./accounts.js";
import type { ArgumentRow, ArgumentRows, Kinds, Selection } from "./arguments.js";
import type { FunctionOptions, OutputArgs } from "./options.js";

/** A function that asks the platform, as data: its plain form and its twin derive from it. */
interface FunctionDefinition<Args extends object, Result, Item> {
  /** Its name, for messages. */
  readonly name: string;
  /** Its arguments, made of schemas that are loaded with the first call. */
  readonly arguments: (kinds: Kinds) => { readonly [Name in keyof Args]-?: ArgumentRow<Item> };
  /** What is wrong with arguments that are right each by itself. */
  readonly conflicts?: (args: Args) => FieldReasons;
  /** Whether the result holds secrets. */
  readonly isSecret?: (args: Args) => boolean;
  /** The organization that the result itself tells: to compare it with the setting needs no other request then. */
  readonly organizationOf?: (result: Result) => string;
  readonly run: (account: Account, args: Args, selection: Selection<Item>) => Promise<Result>;
}

/** What a function is given; its arguments may be left out where it needs none of them. */
type Given<Args> =
  Record<never, never> extends Args
    ? [args?: Args, options?: FunctionOptions]
    : [args: Args, options?: FunctionOptions];

/** A function that asks the platform. */
interface DefinedFunction<Args extends object, Result> {
  /**
   * @throws {RejectedError} for wrong arguments, before anything else
   * @throws {ConfigError} without settings that a call can be made with
   */
  readonly plain: (...given: Given<Args>) => Promise<Result>;
  /** Takes outputs, gives an output, and is unknown in a preview that has no key. */
  readonly twin: (...given: Given<OutputArgs<Args>>) => pulumi.Output<Result>;
}

/** Makes a function that asks the platform, and its twin. */
export function defineFunction<Args extends object, Result, Item = never>(
  definition: FunctionDefinition<Args, Result, Item>,
): DefinedFunction<Args, Result> {
  return {
    plain: async (...[args, options]) => {
      const given = args ?? ({} as Args);
      const rows = await checkArguments(definition, given, (table) => lateOnes(definition.name, table, given));
      const explicit = await knownContent(explicitSettings(options ?? {}));
      return perform(definition, rows, given, settingsForCall(readingOf(explicit)));
    },
    twin: (...[args, options]) => {
      const written = Object.entries(args ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const known = pulumi.all([pulumi.output(args ?? {}), explicitSettings(options ?? {})]);
      const result: pulumi.Output<unknown> = known.apply(async ([given, explicit]): Promise<unknown> => {
        const plain = given as Args;
        const { lostOnes } = await import("./arguments.js");
        const rows = await checkArguments(definition, plain, (table) => lostOnes(table, written, plain));
        const reading = readingOf(explicit);
        if (isUnknownFor(reading)) {
          return pulumi.output(pulumi.unknown);
        }
        const answer = perform(definition, rows, plain, settingsForCall(reading));
        return definition.isSecret?.(plain) ? pulumi.secret(answer) : answer;
      });
      return result as pulumi.Output<Result>;
    },
  };
}

/** What only the twin can wait for. */
function lateOnes(name: string, table: object, args: object): FieldReasons {
  if (pulumi.Output.isInstance(args)) {
    throw new RejectedError(`${name}: the arguments are an output: ${name}Output takes it.`);
  }
  const reasons = Object.entries(args).flatMap(([argument, value]) => {
    if (!(argument in table)) {
      return [];
    }
    if (pulumi.Output.isInstance(value)) {
      return [[argument, [`is an output: ${name}Output takes it`]]];
    }
    return value instanceof Promise ? [[argument, [`is a promise: await it, or use ${name}Output`]]] : [];
  });
  return Object.fromEntries(reasons);
}

/**
 * @param more reasons that are nearer to the cause than what is wrong with the value
 * @returns the rows of the arguments
 */
async function checkArguments<Args extends object, Result, Item>(
  { name, arguments: rowsOf, conflicts }: FunctionDefinition<Args, Result, Item>,
  args: Args,
  more: (rows: ArgumentRows<Item>) => FieldReasons,
): Promise<ArgumentRows<Item>> {
  const { kinds, problemsOf } = await import("./arguments.js");
  const rows: ArgumentRows<Item> = rowsOf(kinds);
  const single = { ...problemsOf(rows, args), ...more(rows) };
  const problems = Object.keys(single).length > 0 ? single : (conflicts?.(args) ?? {});
  if (Object.keys(problems).length > 0) {
    throw new RejectedError(`${name}: nothing was asked.`, problems);
  }
  return rows;
}

async function perform<Args extends object, Result, Item>(
  { run, organizationOf }: FunctionDefinition<Args, Result, Item>,
  rows: ArgumentRows<Item>,
  args: Args,
  settings: Settings,
): Promise<Result> {
  const { inArguments, selectionOf } = await import("./arguments.js");
  try {
    const [account, { requireOrganization }] = await Promise.all([
      accountOf(settings),
      import("../../account/account.js"),
    ]);
    if (organizationOf === undefined && settings.organization !== undefined) {
      requireOrganization(await account.organization(), settings.organization);
    }
    const result = await run(account, args, selectionOf(rows, args));
    if (organizationOf !== undefined) {
      requireOrganization(organizationOf(result), settings.organization);
    }
    // Without members that are undefined: what is not known is absent.
    return toJson(result) as Result;
  } catch (error) {
    const { redactor } = await import("../../base/redact.js");
    const redact = redactor([settings.apiKey.reveal()]);
    throw withRequest(redacted(inArguments(rows, error), redact), redact);
  }
}

/** The same error, with what the platform's support asks for first in its message; calls may share the error itself. */
function withRequest(error: unknown, redact: (text: string) => string): unknown {
  return isProviderError(error) && error.requestId !== undefined
    ? error.with({ message: `${error.message}${redact(` [request ${error.requestId}]`)}` })
    : error;
}

/** The same error, without what the platform may have repeated of the key. */
function redacted(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  error.message = redact(error.message);
  error.stack = error.stack === undefined ? "" : redact(error.stack);
  redacted(error.cause, redact);
  if (error instanceof RejectedError) {
    const fields = Object.entries(error.fields).map(([field, reasons]) => [redact(field), reasons.map(redact)]);
    Object.assign(error, { fields: Object.fromEntries(fields) });
  }
  return error;
}

async function knownContent<T>(output: pulumi.Output<T>): Promise<T> {
  // What the SDK knows about an output, beside its public methods; seen in its version 3.248.
  const inside = output as unknown as { promise(): Promise<T>; readonly isKnown: Promise<boolean> };
  const [content, isKnown] = await Promise.all([inside.promise(), inside.isKnown]);
  if (!isKnown) {
    throw new ConfigError(
      "The arguments of the Provider are not known yet in this preview: use the twin of this function whose name ends with Output, which is unknown then.",
    );
  }
  return content;
}
