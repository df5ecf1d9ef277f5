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
 * Reads of an object have two names. `read` may be served by a walk of its list that other operations share: a few calls
 * for many objects, but lists may lag behind writes. `readFresh` asks for the object itself: for what was just written,
 * and for what an irreversible step depends on.
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

/** Outcome of `check`: the inputs to go on with, and what is wrong with them. */
export interface CheckOutcome {
  readonly inputs: Properties;
  readonly failures: readonly SettingProblem[];
  /** What the user should know, though nothing is refused because of it. */
  readonly warnings?: readonly SettingProblem[];
}

/** Outcome of `diff`. */
export interface DiffOutcome {
  readonly changes: boolean;
  readonly replaces: readonly string[];
}

/** The calls of a resource that reach the platform. */
export interface ResourceOperations {
  create(inputs: Properties, context: Context): Promise<{ readonly id: string; readonly outs: Properties }>;
  /** Undefined only when the object is proven to be gone. */
  read(id: string, props: Properties, context: Context): Promise<ReadOutcome | undefined>;
  update(id: string, olds: Properties, news: Properties, context: Context): Promise<Properties>;
  remove(id: string, props: Properties, context: Context): Promise<void>;
}

/** Outcome of `read`: all outputs, and the inputs that would have led to them. */
export interface ReadOutcome {
  readonly outs: Properties;
  readonly inputs: Properties;
}

/** One resource type: pure checks here, everything that needs the network loaded on first use. */
export interface ResourceDefinition {
  /** What a change of each argument does. */
  readonly changes: readonly ChangeRow[];
  check(olds: Properties, news: Properties, owner: Owner): CheckOutcome;
  diff(olds: Properties, news: Properties): DiffOutcome;
  readonly operations: () => Promise<ResourceOperations>;
}
