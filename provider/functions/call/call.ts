import * as pulumi from "@pulumi/pulumi";
import type { Account } from "../../account/account.js";
import type { Settings } from "../../account/settings.js";
import { ConfigError, type FieldReasons, isProviderError, RejectedError } from "../../errors/errors.js";
import { toJson } from "../../lifecycle/engine/json.js";
import type { ExplicitSettings } from "../../resources/provider.js";
import { accountOf, explicitSettings, isUnknownFor, readingOf, settingsForCall } from "./accounts.js";
import { inArguments, lostOnes, problemsOf } from "./arguments.js";
import type { FunctionOptions, OutputArgs } from "./options.js";

/** A function that asks the platform, as data: its plain form and its twin are made from it. */
export interface FunctionDefinition<Args extends object, Result> {
  /** Its name, for messages. */
  readonly name: string;
  /** An {@link ArgumentTable} of its arguments. */
  readonly table: { readonly [Name in keyof Args]-?: object };
  /** What is wrong with arguments that are right each by itself. */
  readonly conflicts?: (args: Args) => FieldReasons;
  /** Whether the result holds secrets. */
  readonly isSecret?: (args: Args) => boolean;
  /** The organization that the result itself tells: to compare it with the setting needs no other request then. */
  readonly organizationOf?: (result: Result) => string;
  readonly run: (account: Account, args: Args) => Promise<Result>;
}

/**
 * The plain form of a function.
 *
 * @throws {RejectedError} for wrong arguments, before anything else
 * @throws {ConfigError} without settings that a call can be made with
 */
export async function callPlain<Args extends object, Result>(
  definition: FunctionDefinition<Args, Result>,
  args: Args | null | undefined,
  options: FunctionOptions | null | undefined,
): Promise<Result> {
  const given = args ?? ({} as Args);
  checkArguments(definition, given, lateOnes(definition, given));
  const explicit = await knownContent(explicitSettings(options ?? {}));
  return perform(definition, given, settingsForCall(readingOf(explicit)));
}

/** The twin of a function: takes outputs, gives an output, and is unknown in a preview that has no key. */
export function callTwin<Args extends object, Result>(
  definition: FunctionDefinition<Args, Result>,
  args: OutputArgs<Args> | null | undefined,
  options: FunctionOptions | null | undefined,
): pulumi.Output<Result> {
  const written = Object.entries(args ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const known = pulumi.all([pulumi.output(args ?? {}), explicitSettings(options ?? {})]);
  const result: pulumi.Output<unknown> = known.apply(([given, explicit]): unknown => {
    const plain = given as Args;
    checkArguments(definition, plain, lostOnes(definition.table, written, plain));
    const reading = readingOf(explicit);
    if (isUnknownFor(reading)) {
      return pulumi.output(pulumi.unknown);
    }
    const answer = perform(definition, plain, settingsForCall(reading));
    return definition.isSecret?.(plain) ? pulumi.secret(answer) : answer;
  });
  return result as pulumi.Output<Result>;
}

/** What only the twin can wait for. */
function lateOnes({ name, table }: { readonly name: string; readonly table: object }, args: object): FieldReasons {
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

/** @param more reasons that are nearer to the cause than what is wrong with the value */
function checkArguments<Args extends object>(
  { name, table, conflicts }: Pick<FunctionDefinition<Args, never>, "conflicts" | "name" | "table">,
  args: Args,
  more: FieldReasons,
) {
  const single = { ...problemsOf(table, args), ...more };
  const problems = Object.keys(single).length > 0 ? single : (conflicts?.(args) ?? {});
  if (Object.keys(problems).length > 0) {
    throw new RejectedError(`${name}: nothing was asked.`, problems);
  }
}

async function perform<Args extends object, Result>(
  { table, run, organizationOf }: FunctionDefinition<Args, Result>,
  args: Args,
  settings: Settings,
): Promise<Result> {
  try {
    const [account, { refuseOther }] = await Promise.all([accountOf(settings), import("../../account/account.js")]);
    if (organizationOf === undefined && settings.organization !== undefined) {
      refuseOther(await account.organization(), settings.organization);
    }
    const result = await run(account, args);
    if (organizationOf !== undefined) {
      refuseOther(organizationOf(result), settings.organization);
    }
    // Without members that are undefined: what is not known is absent.
    return toJson(result) as Result;
  } catch (error) {
    const { redactor } = await import("../../base/redact.js");
    const redact = redactor([settings.apiKey.reveal()]);
    throw withRequest(redacted(inArguments(table, error), redact), redact);
  }
}

/** The same error, with what the platform's support asks for first in its message, once: calls may share an error. */
function withRequest(error: unknown, redact: (text: string) => string): unknown {
  if (!isProviderError(error) || error.requestId === undefined) {
    return error;
  }
  const { message, stack = "" } = error;
  const request = redact(` [request ${error.requestId}]`);
  if (!message.endsWith(request)) {
    error.message = message + request;
    error.stack = stack.replace(message, () => error.message);
  }
  return error;
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

/** What the SDK knows about an output, beside its public methods; seen in its version 3.248. */
interface Inside<T> {
  promise(): Promise<T>;
  readonly isKnown: Promise<boolean>;
}

async function knownContent(
  output: pulumi.Output<ExplicitSettings | undefined>,
): Promise<ExplicitSettings | undefined> {
  const inside = output as unknown as Inside<ExplicitSettings | undefined>;
  const [content, isKnown] = await Promise.all([inside.promise(), inside.isKnown]);
  if (!isKnown) {
    throw new ConfigError(
      "The arguments of the Provider are not known yet in this preview: use the twin of this function whose name ends with Output, which is unknown then.",
    );
  }
  return content;
}
