import { isDeepStrictEqual } from "node:util";
import { chainKey } from "../../health/chains.js";
import { type Finding, failure, typo, warning } from "../check/findings.js";
import { bundledCatalogue, checkChain, checkPlacement, isKnownName, isRealChain } from "../check/placement-check.js";
import { checkNodeV1 } from "../check/v1-node-check.js";
import { isRecord } from "../engine/json.js";
import type { Properties } from "../engine/properties.js";

const protocols = [...new Set(bundledCatalogue.protocols.values())];

/** What decides where an initial node goes; a change of it needs another network. */
export const nodePlacement = ["type", "provider", "region", "configuration"] as const;

/**
 * Checks what a Network and its initial nodes are to be, by the bundled snapshot and the rules of v1. What is as it was
 * when the network was written last is not checked again: a catalogue that changed is no reason to refuse what exists.
 *
 * @param olds inputs of the last run, empty for a network that is new
 */
export function checkNetworkPlacement(olds: Properties, { protocol, network, nodes }: Properties): readonly Finding[] {
  const ofProtocol = checkProtocol(protocol, network);
  const ofShortName = ofProtocol.length > 0 ? [] : checkShortName(protocol, network);
  // A chain of another protocol than the program names: what its nodes may be is anybody's guess.
  const chain = ofProtocol.length > 0 ? undefined : chainOf(protocol, network);
  const ofChain = chain === undefined || ofShortName.length > 0 ? [] : checkChain(chain);
  const isSameChain = olds.protocol === protocol && olds.network === network;
  const before = Array.isArray(olds.nodes) ? olds.nodes : [];
  const isSamePlace = (node: unknown, index: number) => {
    const old: unknown = before[index];
    return isSameChain && isRecord(node) && isRecord(old) && areEqual(old, node, nodePlacement);
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

/** Whether two objects hold the same under every one of the keys. */
export function areEqual(olds: Properties, news: Properties, keys: readonly string[]): boolean {
  return keys.every((key) => isDeepStrictEqual(olds[key], news[key]));
}

function checkInitialNode(node: unknown, protocol: unknown, chain: string | undefined): readonly Finding[] {
  if (!isRecord(node)) {
    return [];
  }
  const { type, region, provider } = node;
  const ofNode = checkNodeV1(node, protocol);
  // The snapshot tells where shared nodes are offered; a typo in the provider's name has been found already.
  const isChecked = type === "shared" && !ofNode.some(({ property }) => property === "provider");
  // A Network has no form with ids, which would be the way round a snapshot that is wrong.
  const ofPlace = isChecked ? checkPlacement({ chain, region, provider }, bundledCatalogue, warning) : [];
  const places = ofPlace.filter(({ property }) => property !== "chain");
  // The catalogue knows more about the places of a chain than about those of a provider.
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

/** The platform takes nothing but the whole slug. */
function checkShortName(protocol: unknown, network: unknown): readonly Finding[] {
  if (!(isKnownName(protocol) && isKnownName(network)) || bundledCatalogue.protocols.has(network)) {
    return [];
  }
  const slug = chainKey(protocol, network);
  return bundledCatalogue.protocols.get(slug) === protocol ? [failure("network", `write "${slug}"`)] : [];
}

/** The chain to check: the slug as it was written where that says enough, else with the protocol before it. */
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
