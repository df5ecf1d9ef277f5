import type { Properties } from "../../lifecycle/engine/properties.js";
import { CommandFailure } from "../command.js";
import { parseExportedState, type StoredResource } from "../exported-state.js";

/** Last parts of the type tokens of resources that represent objects of the platform. */
export type ObjectType = "Project" | "Network" | "Node";

/** One entry of a state, or one pending operation, about an object of this package. */
interface StateEntry {
  readonly type: ObjectType;
  readonly urn: string;
  /** Hidden input `__owner`: `<organization>/<urn>`; undefined in states of earlier versions. */
  readonly owner: string | undefined;
  /** Absent while it is being created. */
  readonly id: string | undefined;
  /** Whether the stack only reads it (`get`), and so never created an object with this name. */
  readonly isExternal: boolean;
  /** Whether a replacement keeps the old object on the platform, under a name of the same kind. */
  readonly isRetained: boolean;
  /** Type of a pending operation, such as `creating`. */
  readonly pending: string | undefined;
  /** Inputs, overridden by outputs; secrets are not strings here. */
  readonly properties: Properties;
}

export interface StackState {
  readonly entries: readonly StateEntry[];
  /** Every URN, including those of other packages. */
  readonly urns: readonly string[];
  /** Inputs of the providers: the stack's configuration, or the arguments of an explicit provider. */
  readonly providers: readonly Properties[];
}

const tokenPattern = /^pulumi-nodejs:dynamic\/blockchain-nodes:(Project|Network|Node)$/;

/**
 * Parses the output of `pulumi stack export`, with secrets encrypted. Resources pending deletion count: their
 * objects are known.
 *
 * @throws {CommandFailure} if it is not an exported state
 */
export function readStackState(text: string): StackState {
  const state = parseExportedState(text);
  if (state === undefined) {
    throw new CommandFailure("Cannot read the output of `pulumi stack export`: it is not a supported state.");
  }
  const stored = state.deployment?.resources ?? [];
  const pending = state.deployment?.pending_operations ?? [];
  const resources = [...stored, ...pending.map((operation) => operation.resource)];
  return {
    entries: [
      ...stored.flatMap((it) => entryOf(it)),
      ...pending.flatMap((operation) => entryOf(operation.resource, operation.type ?? "an operation")),
    ],
    urns: resources.map(({ urn }) => urn),
    providers: resources.flatMap(({ type, inputs }) =>
      type === "pulumi:providers:pulumi-nodejs" ? [inputs ?? {}] : [],
    ),
  };
}

function entryOf(
  { urn, type, id, external = false, retainOnDelete = false, inputs, outputs }: StoredResource,
  pending?: string,
): StateEntry[] {
  const [, ours] = tokenPattern.exec(type) ?? [];
  if (ours === undefined) {
    return [];
  }
  const merged = { ...inputs, ...outputs };
  // The outputs contain the nodes of a network too, but encrypted.
  const readable = inputs?.nodes === undefined ? merged : { ...merged, nodes: inputs.nodes };
  return [
    {
      type: ours as ObjectType,
      urn,
      owner: textOf(merged.__owner),
      id: id === undefined || id === "" ? undefined : id,
      isExternal: external,
      isRetained: retainOnDelete,
      pending,
      properties: readable,
    },
  ];
}

/** The text of a property; undefined if it is missing, secret or not a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
