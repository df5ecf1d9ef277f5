import type { InputProblem } from "../account/settings.js";
import type { Clock } from "../base/clock.js";
import type { AccountScope } from "./account-scope.js";
import type { ChangeRow } from "./changes.js";
import type { KnownObjects } from "./engine/known-objects.js";
import type { Progress } from "./engine/progress.js";
import type { Properties } from "./engine/properties.js";
import type { Owner } from "./owner.js";

/** What the operations of every resource share; it needs no settings. */
export interface LocalContext {
  readonly owner: Owner;
  readonly progress: Progress;
  readonly clock: Clock;
  /** Aborts when the process must stop. */
  readonly signal: AbortSignal;
}

/**
 * What the operations of a resource on the platform share.
 *
 * There are two ways to read an object. `read` may use a walk of its list that other operations share: a few calls for
 * many objects, but lists may lag behind writes. The walk begins after the call, unless {@link recencyOf} allows an
 * earlier one. `readFresh` reads the object itself: after a write, and before an irreversible step.
 */
export interface Context extends AccountScope, LocalContext {
  /** Objects in the engine's state, as far as this process has seen it. */
  readonly known: Pick<KnownObjects, "has" | "hasResource">;
}

/** Names that `check` generated, kept across runs: the resource's own, or those of its initial nodes by position. */
type GeneratedNames = string | Properties;

/** Outcome of `check`: the final inputs, and the problems in them. */
export interface CheckOutcome {
  readonly inputs: Properties;
  /** Names in them that the program did not write. */
  readonly generated?: GeneratedNames | undefined;
  readonly failures: readonly InputProblem[];
  /** Shown to the user; they refuse nothing. */
  readonly warnings?: readonly InputProblem[];
}

export interface DiffOutcome {
  readonly changes: boolean;
  readonly replaces: readonly string[];
}

/**
 * One resource type, independent of the engine's protocol. `check` and `diff` take properties, since a preview has
 * values that are not known yet; all other calls take parsed inputs and state.
 *
 * `Needs` is what its operations need: the account, or a {@link LocalContext} if it has no object on the platform.
 */
export interface Resource<Inputs, State, Needs extends LocalContext = Context> {
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
   * @param inputs of the last run; undefined for an object that only `get` has read
   */
  parseState(outputs: Properties, inputs: Inputs | undefined, generated: unknown): State;
  /** All outputs, without undefined ones. */
  outputsOf(state: State): Properties;
  /** The arguments in the outputs, where they are not simply the outputs of the same names. */
  argumentsIn?(outputs: Properties): Properties;
  /** The calls that reach the platform or nodes, loaded on first use. */
  operations(): Promise<Operations<Inputs, State, Needs>>;
}

export interface Operations<Inputs, State, Needs extends LocalContext = Context> {
  create(inputs: Inputs, context: Needs): Promise<Outcome<State> & { readonly id: string }>;
  /** Undefined only when the object is proven to be deleted. */
  read(id: string, recorded: State, context: Needs): Promise<State | undefined>;
  update(id: string, recorded: State, inputs: Inputs, context: Needs): Promise<Outcome<State>>;
  remove(id: string, recorded: State, context: Needs): Promise<void>;
}

export interface Outcome<State> {
  readonly state: State;
  /** Why the object is not as the program describes it. It is kept, and the next update resumes. */
  readonly failure?: Failure | undefined;
}

interface Failure {
  readonly message: string;
  readonly cause: unknown;
}
