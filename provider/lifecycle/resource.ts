import type { SettingProblem } from "../account/settings.js";
import type { Clock } from "../base/clock.js";
import type { AccountScope } from "./account-scope.js";
import type { ChangeRow } from "./changes.js";
import type { KnownObjects } from "./engine/known-objects.js";
import type { Progress } from "./engine/progress.js";
import type { Properties } from "./engine/properties.js";
import type { Owner } from "./owner.js";

/**
 * What a resource's operation works with.
 *
 * Reads of an object have two names. `read` may be served by a walk of its list that other operations share: a few
 * calls for many objects, but lists may lag behind writes. `readFresh` asks for the object itself: for what was just
 * written, and for what an irreversible step depends on.
 */
export interface Context extends AccountScope {
  readonly owner: Owner;
  readonly progress: Progress;
  readonly clock: Clock;
  /** What this process has seen in the engine's state, or has told the engine. */
  readonly known: Pick<KnownObjects, "has" | "hasResource">;
  /** Aborts when the process is told to stop. */
  readonly signal: AbortSignal;
}

/** Names that `check` generated, kept from run to run: the resource's own, or those of its parts by position. */
type GeneratedNames = string | Properties;

/** Outcome of `check`: the inputs to go on with, and what is wrong with them. */
export interface CheckOutcome {
  readonly inputs: Properties;
  /** Names in them that the program did not write. */
  readonly generated?: GeneratedNames | undefined;
  readonly failures: readonly SettingProblem[];
  /** What the user should know, though nothing is refused because of it. */
  readonly warnings?: readonly SettingProblem[];
}

/** Outcome of `diff`. */
export interface DiffOutcome {
  readonly changes: boolean;
  readonly replaces: readonly string[];
}

/**
 * One resource type, whichever way the engine came in. Preview holds values that are not known yet, so that `check` and
 * `diff` see properties; everything past them sees inputs and state that have been parsed once.
 */
export interface Resource<Inputs, State> {
  /** What a change of each argument does. */
  readonly changes: readonly ChangeRow[];
  /** Arguments that `check` fills in when the program leaves them out. */
  readonly filledIn: readonly string[];
  /** @param generated names that the last check generated */
  check(olds: Properties, news: Properties, owner: Owner, generated: unknown): CheckOutcome;
  /** @param written arguments that the program wrote last; none after `get` */
  diff(olds: Properties, news: Properties, written: readonly string[]): DiffOutcome;
  parseInputs(properties: Properties): Inputs;
  /**
   * Never fails: an earlier version may have written the outputs.
   *
   * @param inputs what the program wrote last; undefined for an object that only `get` has read
   */
  parseState(outputs: Properties, inputs: Inputs | undefined, generated: unknown): State;
  /** All outputs; what is undefined is left out. */
  outputsOf(state: State): Properties;
  /** What of the outputs is an argument, where it is not the same under each of the arguments' names. */
  argumentsIn?(outputs: Properties): Properties;
  /** The calls that reach the platform, loaded on first use. */
  operations(): Promise<Operations<Inputs, State>>;
}

/** The calls of a resource that reach the platform. */
export interface Operations<Inputs, State> {
  create(inputs: Inputs, context: Context): Promise<Outcome<State> & { readonly id: string }>;
  /** Undefined only when the object is proven to be gone. */
  read(id: string, recorded: State, context: Context): Promise<State | undefined>;
  update(id: string, recorded: State, inputs: Inputs, context: Context): Promise<Outcome<State>>;
  remove(id: string, recorded: State, context: Context): Promise<void>;
}

/** What a create or update ended with. */
export interface Outcome<State> {
  readonly state: State;
  /** Why the object is kept although it is not as it should be: the next update resumes. */
  readonly failure?: Failure | undefined;
}

/** A failure, in words for the user. */
interface Failure {
  readonly message: string;
  readonly cause: unknown;
}
