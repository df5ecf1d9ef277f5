import * as pulumi from "@pulumi/pulumi";
import { ConfigError, type FieldReasons, RejectedError } from "../errors.js";
import type { Account } from "../lifecycle/account.js";
import type { ExplicitSettings } from "../resources/provider.js";
import { accountOf, explicitSettings, isUnknownFor, readingOf, settingsForCall } from "./accounts.js";
import { inArguments, problemsOf } from "./arguments.js";
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
  args: Args,
  options: FunctionOptions,
): Promise<Result> {
  checkArguments(definition, args);
  const explicit = await knownContent(explicitSettings(options));
  return perform(definition, args, settingsForCall(readingOf(explicit)));
}

/** The twin of a function: takes outputs, gives an output, and is unknown in a preview that has no key. */
export function callTwin<Args extends object, Result>(
  definition: FunctionDefinition<Args, Result>,
  args: OutputArgs<Args>,
  options: FunctionOptions,
): pulumi.Output<Result> {
  const known = pulumi.all([pulumi.output(args), explicitSettings(options)]);
  const result: pulumi.Output<unknown> = known.apply(([given, explicit]): unknown => {
    const plain = given as Args;
    checkArguments(definition, plain);
    const reading = readingOf(explicit);
    if (isUnknownFor(reading)) {
      return pulumi.output(pulumi.unknown);
    }
    const answer = perform(definition, plain, settingsForCall(reading));
    return definition.isSecret?.(plain) ? pulumi.secret(answer) : answer;
  });
  return result as pulumi.Output<Result>;
}

function checkArguments<Args extends object>(
  { name, table, conflicts }: FunctionDefinition<Args, unknown>,
  args: Args,
) {
  const single = problemsOf(table, args);
  const problems = Object.keys(single).length > 0 ? single : (conflicts?.(args) ?? {});
  if (Object.keys(problems).length > 0) {
    throw new RejectedError(`${name}: nothing was asked.`, problems);
  }
}

async function perform<Args extends object, Result>(
  { table, run }: FunctionDefinition<Args, Result>,
  args: Args,
  settings: Parameters<typeof accountOf>[0],
): Promise<Result> {
  try {
    return await run(await accountOf(settings), args);
  } catch (error) {
    const { redactor } = await import("../http/redact.js");
    throw redacted(inArguments(table, error), redactor([settings.apiKey]));
  }
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

/** What the SDK knows about an output, beside its public methods. */
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
