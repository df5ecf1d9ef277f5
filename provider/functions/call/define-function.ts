import * as pulumi from "@pulumi/pulumi";
import type { Account } from "../../account/account.js";
import type { Settings } from "../../account/settings.js";
import { ConfigError, type FieldReasons, isProviderError, RejectedError } from "../../errors/errors.js";
import { toJson } from "../../lifecycle/engine/json.js";
import { accountOf, explicitSettings, isUnknownFor, readingOf, settingsForCall } from "./accounts.js";
import type { ArgumentRow, ArgumentRows, Kinds, Selection } from "./arguments.js";
import type { FunctionOptions, OutputArgs } from "./options.js";

/** A function that queries the platform, as data: its plain form and its `Output` form derive from it. */
interface FunctionDefinition<Args extends object, Result> {
  /** Its name, for messages. */
  readonly name: string;
  /** Its arguments; their schemas are loaded by the first call. */
  readonly arguments: (kinds: Kinds) => { readonly [Name in keyof Args]-?: ArgumentRow };
  /** Conflicts between arguments that are valid by themselves. */
  readonly conflicts?: (args: Args) => FieldReasons;
  /** Whether the result contains secrets. */
  readonly isSecret?: (args: Args) => boolean;
  /** The organization in the result, which saves the request that compares it with the setting. */
  readonly organizationOf?: (result: Result) => string;
  readonly run: (account: Account, args: Args, selection: Selection) => Promise<Result>;
}

/** Parameters of a function; its arguments are optional if it requires none of them. */
type Given<Args> =
  Record<never, never> extends Args
    ? [args?: Args, options?: FunctionOptions]
    : [args: Args, options?: FunctionOptions];

interface DefinedFunction<Args extends object, Result> {
  /**
   * @throws {RejectedError} for wrong arguments, before anything else
   * @throws {ConfigError} for missing or malformed settings
   */
  readonly plain: (...given: Given<Args>) => Promise<Result>;
  /** Takes outputs and returns an output, which is unknown in a preview without key. */
  readonly output: (...given: Given<OutputArgs<Args>>) => pulumi.Output<Result>;
}

/** Defines a function that queries the platform, and its `Output` form. */
export function defineFunction<Args extends object, Result>(
  definition: FunctionDefinition<Args, Result>,
): DefinedFunction<Args, Result> {
  return {
    plain: async (...[args, options]) => {
      const given = args ?? ({} as Args);
      const rows = await checkArguments(definition, given, (table) => findOutputs(definition.name, table, given));
      const explicit = await knownContent(explicitSettings(options ?? {}));
      return perform(definition, rows, given, settingsForCall(readingOf(explicit)));
    },
    output: (...[args, options]) => {
      const written = Object.entries(args ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const known = pulumi.all([pulumi.output(args ?? {}), explicitSettings(options ?? {})]);
      const result: pulumi.Output<unknown> = known.apply(async ([given, explicit]): Promise<unknown> => {
        const plain = given as Args;
        const { findUndefined } = await import("./arguments.js");
        const rows = await checkArguments(definition, plain, (table) => findUndefined(table, written, plain));
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

/** Outputs and promises among the arguments of a plain form. */
function findOutputs(name: string, table: object, args: object): FieldReasons {
  if (pulumi.Output.isInstance(args)) {
    throw new RejectedError(`${name}: the arguments are an output: use ${name}Output.`);
  }
  const reasons = Object.entries(args).flatMap(([argument, value]) => {
    if (!(argument in table)) {
      return [];
    }
    if (pulumi.Output.isInstance(value)) {
      return [[argument, [`is an output: use ${name}Output`]]];
    }
    return value instanceof Promise ? [[argument, [`is a promise: await it, or use ${name}Output`]]] : [];
  });
  return Object.fromEntries(reasons);
}

/**
 * @param more reasons that override those of the schemas
 * @returns the rows of the arguments
 */
async function checkArguments<Args extends object, Result>(
  { name, arguments: rowsOf, conflicts }: FunctionDefinition<Args, Result>,
  args: Args,
  more: (rows: ArgumentRows) => FieldReasons,
): Promise<ArgumentRows> {
  const { kinds, problemsOf } = await import("./arguments.js");
  const rows: ArgumentRows = rowsOf(kinds);
  const single = { ...problemsOf(rows, args), ...more(rows) };
  const problems = Object.keys(single).length > 0 ? single : (conflicts?.(args) ?? {});
  if (Object.keys(problems).length > 0) {
    throw new RejectedError(`${name}: no request was sent.`, problems);
  }
  return rows;
}

async function perform<Args extends object, Result>(
  { run, organizationOf }: FunctionDefinition<Args, Result>,
  rows: ArgumentRows,
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
    // Drops undefined members: what is not known is absent.
    return toJson(result) as Result;
  } catch (error) {
    const { redactor } = await import("../../base/redact.js");
    const redact = redactor([settings.apiKey.reveal()]);
    throw withRequest(redacted(inArguments(rows, error), redact), redact);
  }
}

/** A copy of an error with the request id in its message, for the platform's support; calls may share the error. */
function withRequest(error: unknown, redact: (text: string) => string): unknown {
  return isProviderError(error) && error.requestId !== undefined
    ? error.with({ message: `${error.message}${redact(` [request ${error.requestId}]`)}` })
    : error;
}

/** The same error without the key, which the platform may have repeated. */
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
  // Internal members of an output, as of SDK 3.248.
  const inside = output as unknown as { promise(): Promise<T>; readonly isKnown: Promise<boolean> };
  const [content, isKnown] = await Promise.all([inside.promise(), inside.isKnown]);
  if (!isKnown) {
    throw new ConfigError(
      "The arguments of the Provider are not known yet in this preview: use the form of this function whose name ends with Output and whose result is unknown then.",
    );
  }
  return content;
}
