import type { NodePromise, ProbeDepth } from "./session/options.js";

/** What a program demands of a node, in place of what the platform states; undefined if it demands nothing. */
export function demandsOf({ mode, version, apiNamespaces }: NodePromise): NodePromise | undefined {
  return mode === undefined && version === undefined && apiNamespaces === undefined
    ? undefined
    : { mode, version, apiNamespaces };
}

/** The least depth that checks these demands. */
export function depthFor(demands: NodePromise | undefined): ProbeDepth {
  return demands === undefined ? "basic" : "capabilities";
}
