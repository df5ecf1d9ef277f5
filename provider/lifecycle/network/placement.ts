import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/is-object.js";
import { chainKey } from "../../health/chains/chains.js";
import { type Finding, failure, typo, warning } from "../check/findings.js";
import { bundledCatalogue, checkChain, checkPlacement, isKnownName, isRealChain } from "../check/placement-check.js";
import { checkNodeV1 } from "../check/v1-node-check.js";
import type { Properties } from "../engine/properties.js";

const protocols = [...new Set(bundledCatalogue.protocols.values())];

/** Arguments that place an initial node; a change replaces the network. */
export const nodePlacement = ["type", "provider", "region", "configuration"] as const;

/**
 * Checks the placement of a Network and its initial nodes by the bundled snapshot and the rules of v1. Unchanged values
 * are not checked again: a newer catalogue must not refuse what exists.
 *
 * @param olds inputs of the last run; empty for a new network
 */
export function checkNetworkPlacement(olds: Properties, { protocol, network, nodes }: Properties): readonly Finding[] {
  const ofProtocol = checkProtocol(protocol, network);
  const ofShortName = ofProtocol.length > 0 ? [] : checkShortName(protocol, network);
  // Protocol and chain contradict each other: the nodes cannot be checked.
  const chain = ofProtocol.length > 0 ? undefined : chainOf(protocol, network);
  const ofChain = chain === undefined || ofShortName.length > 0 ? [] : checkChain(chain);
  const isSameChain = olds.protocol === protocol && olds.network === network;
  const before = Array.isArray(olds.nodes) ? olds.nodes : [];
  const isSamePlace = (node: unknown, index: number) => {
    const old: unknown = before[index];
    return isSameChain && isObject(node) && isObject(old) && areEqual(old, node, nodePlacement);
  };
  const places = Array.isArray(nodes) ? nodes : [];
  return [
    ...(isSameChain
      ? []
      : [...ofProtocol, ...ofShortName, ...ofChain.map((finding) => ({ ...finding, property: "network" }))]),
    ...places.flatMap((node: unknown, index) =>
      isSamePlace(node, index)
        ? []
        : checkInitialNode(node, protocol, chain).map((finding) => ({
            ...finding,
            property: `nodes[${index}].${finding.property}`,
          })),
    ),
  ];
}

export function areEqual(olds: Properties, news: Properties, keys: readonly string[]): boolean {
  return keys.every((key) => isDeepStrictEqual(olds[key], news[key]));
}

function checkInitialNode(node: unknown, protocol: unknown, chain: string | undefined): readonly Finding[] {
  if (!isObject(node)) {
    return [];
  }
  const { type, region, provider } = node;
  const ofNode = checkNodeV1(node, protocol);
  // The snapshot lists where shared nodes are offered; a typo in the provider's name is reported already.
  const isChecked = type === "shared" && !ofNode.some(({ property }) => property === "provider");
  // A Network has no placement by ids, which would be the workaround for a wrong snapshot.
  const ofPlace = isChecked ? checkPlacement({ chain, region, provider }, bundledCatalogue, warning) : [];
  const places = ofPlace.filter(({ property }) => property !== "chain");
  // The regions of a chain are more precise than those of a provider.
  return [...ofNode.filter(({ property }) => property !== "region" || places.length === 0), ...places];
}

function checkProtocol(protocol: unknown, network: unknown): readonly Finding[] {
  if (!(isKnownName(protocol) && isKnownName(network))) {
    return [];
  }
  const right = bundledCatalogue.protocols.get(network);
  if (right !== undefined) {
    return right === protocol
      ? []
      : [failure("protocol", `"${protocol}" is not the protocol of ${network}: write "${right}"`)];
  }
  const mistyped = protocols.includes(protocol) ? undefined : typo("protocol", protocol, protocols);
  const isReal = protocol === protocol.toLowerCase() && isRealChain(chainKey(protocol, network));
  return mistyped === undefined || isReal ? [] : [mistyped];
}

/** The platform accepts only the full slug. */
function checkShortName(protocol: unknown, network: unknown): readonly Finding[] {
  if (!(isKnownName(protocol) && isKnownName(network)) || bundledCatalogue.protocols.has(network)) {
    return [];
  }
  const slug = chainKey(protocol, network);
  return bundledCatalogue.protocols.get(slug) === protocol ? [failure("network", `write "${slug}"`)] : [];
}

/** The chain to check: the slug as written if it is complete, else prefixed with the protocol. */
function chainOf(protocol: unknown, network: unknown): string | undefined {
  if (!isKnownName(network)) {
    return undefined;
  }
  const isSlug = checkChain(network).every(({ severity }) => severity === "failure");
  if (isSlug) {
    return network;
  }
  return isKnownName(protocol) ? chainKey(protocol, network) : undefined;
}
