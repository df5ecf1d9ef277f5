import { isNameOfIds } from "../check/placement-check.js";
import type { Progress } from "../engine/progress.js";
import { pick } from "../engine/properties.js";
import { hostOf, mergeEndpoints } from "./endpoints.js";
import { type ShownOutputs, shownKeys } from "./model.js";
import type { ObservedNode } from "./observed.js";

const plainDetails = ["mode", "version", "apiNamespaces"] as const;

/**
 * A view with recorded values for what the response omits: the platform shows the details of a node to its owner only.
 * For outputs, never for a wait, which needs current values.
 *
 * @param recorded outputs of the same node
 */
export function withRecorded(view: ObservedNode, recorded: ShownOutputs): ObservedNode {
  const { endpoints: before = {} } = recorded;
  const endpoints = mergeEndpoints(view.endpoints, before, view.api === "v1");
  const isLeftOut = (key: keyof ShownOutputs) => key in view.outputs && isEmpty(view.outputs[key]);
  const kept = pick(recorded, shownKeys.filter(isLeftOut));
  const hidden = [
    ...Object.keys(before).flatMap((name) => (view.endpoints[name] === undefined ? [`endpoints.${name}`] : [])),
    ...plainDetails.filter((key) => key in kept),
  ];
  return { ...view, endpoints, hidden, outputs: { ...view.outputs, ...kept, endpoints, host: hostOf(endpoints) } };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Arguments of the placement that the platform shows too. */
const placementKeys = ["project", "networkId", "type", "region", "provider", "blockchain", "cloud"] as const;
type PlacementKey = (typeof placementKeys)[number];

/** A node as it is saved in state, with its inputs. */
export interface RecordedNode {
  readonly view: ObservedNode | undefined;
  readonly inputs: Partial<Readonly<Record<PlacementKey, string | undefined>>>;
}

/**
 * Warns once of details that the platform omits, and once of nodes that it shows in another place than the program.
 * Neither changes anything.
 */
export function warnOfDiscrepancies(nodes: readonly RecordedNode[], progress: Pick<Progress, "warn">): void {
  const hidden = nodes.flatMap(({ view }) =>
    view === undefined || view.hidden.length === 0 ? [] : [`${view.id} (${view.hidden.join(", ")})`],
  );
  if (hidden.length > 0) {
    progress.warn(
      `The platform's response omits details of ${hidden.join(" and ")}, which it shows only to the owner of a node. The recorded values are kept.`,
    );
  }
  const elsewhere = nodes.flatMap(({ view, inputs }) =>
    view === undefined ? [] : placementKeys.flatMap((key) => elsewhereBy(key, view, inputs[key])),
  );
  if (elsewhere.length > 0) {
    progress.warn(`The platform shows ${elsewhere.join(" and ")}. Nothing is changed: a node does not move.`);
  }
}

function elsewhereBy(key: PlacementKey, { id, outputs }: ObservedNode, wanted: string | undefined): readonly string[] {
  const shown = outputs[key];
  const isSame = wanted === undefined || shown === undefined || shown === wanted || isNameOfIds(key, wanted, outputs);
  return isSame ? [] : [`${id} with ${key} ${shown}, but the program requests ${wanted}`];
}
