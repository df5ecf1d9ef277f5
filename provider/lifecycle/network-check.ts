import { chainKey } from "../health/chains.js";
import { nearest } from "../nearest.js";
import { type Finding, failure } from "./findings.js";
import type { Properties } from "./handler.js";
import { bundledCatalogue, isKnownName, isRealChain, judgeChain, judgePlacement } from "./placement-check.js";
import { judgeNodeV1 } from "./v1-node-check.js";

const protocols = [...new Set(bundledCatalogue.protocols.values())];

/** Judges what a Network and its initial nodes are to be, by the bundled snapshot and the rules of v1. */
export function judgeNetwork({ protocol, network, nodes }: Properties): readonly Finding[] {
  const ofProtocol = judgeProtocol(protocol, network);
  // A chain of another protocol than the program names: what its nodes may be is anybody's guess.
  const chain = ofProtocol.length > 0 ? undefined : chainOf(protocol, network);
  const ofChain = chain === undefined ? [] : judgeChain(chain);
  const places = Array.isArray(nodes) ? nodes : [];
  return [
    ...ofProtocol,
    ...ofChain.map((finding) => ({ ...finding, property: "network" })),
    ...places.flatMap((node: unknown, index) =>
      judgeInitialNode(node, protocol, chain).map((finding) => ({
        ...finding,
        property: `nodes[${index}].${finding.property}`,
      })),
    ),
  ];
}

function judgeInitialNode(node: unknown, protocol: unknown, chain: string | undefined): readonly Finding[] {
  if (typeof node !== "object" || node === null || Array.isArray(node)) {
    return [];
  }
  const { type, region, provider } = node as Properties;
  const ofNode = judgeNodeV1(node as Properties, protocol);
  // The snapshot tells where shared nodes are offered; a slip in the provider's name has been found already.
  const isJudged = type === "shared" && !ofNode.some(({ property }) => property === "provider");
  const ofPlace = isJudged ? judgePlacement({ chain, region, provider }) : [];
  return [...ofNode, ...ofPlace.filter(({ property }) => property !== "chain")];
}

function judgeProtocol(protocol: unknown, network: unknown): readonly Finding[] {
  if (!(isKnownName(protocol) && isKnownName(network))) {
    return [];
  }
  const right = bundledCatalogue.protocols.get(network);
  if (right !== undefined) {
    return right === protocol
      ? []
      : [failure("protocol", `"${protocol}" is not the protocol of ${network}: write "${right}"`)];
  }
  const near = nearest(protocol, protocols);
  const isSlip = !protocols.includes(protocol) && near !== undefined && !isRealChain(chainKey(protocol, network));
  return isSlip ? [failure("protocol", `there is no protocol "${protocol}"; did you mean "${near}"?`)] : [];
}

/** The chain to judge: the slug as it was written where that says enough, else with the protocol before it. */
function chainOf(protocol: unknown, network: unknown): string | undefined {
  if (!isKnownName(network)) {
    return undefined;
  }
  const isSlug = judgeChain(network).every(({ severity }) => severity === "failure");
  if (isSlug) {
    return network;
  }
  return isKnownName(protocol) ? chainKey(protocol, network) : undefined;
}
