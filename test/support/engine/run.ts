import type { DiagnosticEvent, EngineEvent, OpMap, StepEventMetadata } from "@pulumi/pulumi/automation";
import type { CliResult } from "./pulumi";

/** What one operation of the engine did. */
export interface RunRecord extends CliResult {
  /** Number of resources per operation, the stack itself included. Empty when the engine stopped before it had any. */
  readonly summary: Readonly<OpMap>;
  /** Every event of the engine, in order. */
  readonly events: readonly EngineEvent[];
  /** Steps that were planned or begun (`resourcePreEvent`): urn, op, changed and replacing keys, detailed diff. */
  readonly steps: readonly StepEventMetadata[];
  /** Steps that ended well (`resOutputsEvent`). */
  readonly finished: readonly StepEventMetadata[];
  /** Steps that failed (`resOpFailedEvent`). */
  readonly failed: readonly StepEventMetadata[];
  /** Messages of the engine, the program and the providers, without debug messages and status lines of a terminal. */
  readonly diagnostics: readonly DiagnosticEvent[];
}

/** A run that ended otherwise than the test expected; its message repeats what the engine said. */
export class UnexpectedRunError extends Error {
  readonly run: RunRecord;

  constructor(command: string, run: RunRecord) {
    const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trim());
    const said = errors.length > 0 ? errors.join("\n") : `${run.stdout}\n${run.stderr}`.trim().slice(-4000);
    super(`${command} ${run.ok ? "succeeded, but the test expects a failure" : "failed"}\n${said}`);
    this.name = "UnexpectedRunError";
    this.run = run;
  }
}

const present = <T>(values: readonly (T | undefined)[]): readonly T[] => values.filter((value) => value !== undefined);

const severities: readonly string[] = ["info", "info#err", "warning", "error"] satisfies DiagnosticEvent["severity"][];

/** The engine also sends `debug`, which the API's type does not know. */
const isMessage = ({ severity, ephemeral }: DiagnosticEvent): boolean =>
  severities.includes(severity) && ephemeral !== true;

/** Makes the record of a command from its event log. */
export function recordOf(result: CliResult, eventLog: string): RunRecord {
  const lines = eventLog.split("\n").filter((line) => line !== "");
  const events = lines.map((line) => JSON.parse(line) as EngineEvent);
  return {
    ...result,
    summary: events.findLast((event) => event.summaryEvent !== undefined)?.summaryEvent?.resourceChanges ?? {},
    events,
    steps: present(events.map((event) => event.resourcePreEvent?.metadata)),
    finished: present(events.map((event) => event.resOutputsEvent?.metadata)),
    failed: present(events.map((event) => event.resOpFailedEvent?.metadata)),
    diagnostics: present(events.map((event) => event.diagnosticEvent)).filter(isMessage),
  };
}

/** Last part of a URN: the logical name. */
export const nameOf = (urn: string): string => urn.split("::").at(-1) ?? urn;

/** The steps of the resource with that logical name, from `run.steps`, `run.finished` or `run.failed`. */
export const stepsOf = (steps: readonly StepEventMetadata[], name: string): readonly StepEventMetadata[] =>
  steps.filter(({ urn }) => nameOf(urn) === name);

/** URNs of providers that the engine makes for itself, of the stack's configuration. */
export const defaultProvider = /::pulumi:providers:[^:]+::default$/;

/** What was done to each resource, by logical name, but for default providers; `same` is left out. */
export function changesOf({ steps }: RunRecord): Readonly<Record<string, readonly string[]>> {
  const changes: Record<string, string[]> = {};
  for (const { urn, op } of steps) {
    if (op !== "same" && !defaultProvider.test(urn)) {
      const name = nameOf(urn);
      changes[name] = [...(changes[name] ?? []), op];
    }
  }
  return changes;
}

/** All messages of a run, a line each. */
export const saidBy = ({ diagnostics }: RunRecord): string => diagnostics.map(({ message }) => message).join("\n");
