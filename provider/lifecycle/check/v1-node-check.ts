import { isObject } from "../../base/is-object.js";
import { defaultProvider } from "../../platform/catalogue/catalogue.js";
import type { Properties } from "../engine/properties.js";
import { isUnknown } from "../engine/unknown.js";
import { type Finding, failure, typo, warning } from "./findings.js";
import { dedicatedHostOf, hostedBy, knownProviders } from "./hosting-providers.js";
import { bundledCatalogue, isKnownName } from "./placement-check.js";

const types = ["shared", "dedicated"] as const;

const providers = [...new Set([...knownProviders.map(({ name }) => name), ...bundledCatalogue.known.provider])];

/**
 * Checks the placement of a v1 node: a Node with `networkId`, or an initial node of a Network.
 *
 * @param protocol of its network, if known
 */
export function checkNodeV1(node: Properties, protocol?: unknown): readonly Finding[] {
  const ofHost = [...checkType(node), ...checkProvider(node.provider)];
  return [
    ...ofHost,
    // Regions depend on the provider: a wrong one has none to compare with.
    ...(ofHost.length > 0 ? [] : checkRegion(node)),
    ...checkConfiguration(node.configuration, protocol),
    ...checkArchive(node, protocol),
  ];
}

/** A chain name places a v2 node, which providers of dedicated nodes do not run. */
export function checkProviderV2(provider: unknown): readonly Finding[] {
  return isKnownName(provider) && hostedBy(provider.toLowerCase()) === "dedicated"
    ? [
        failure(
          "provider",
          `"${provider}" hosts dedicated nodes, which a chain name cannot order: place the node in a network, by networkId, or by ids`,
        ),
      ]
    : [];
}

function checkType({ type, provider }: Properties): readonly Finding[] {
  if (!isKnownName(type)) {
    return [];
  }
  if (type === "dedicated" && hostedBy(provider) === "global") {
    return [failure("type", `must be "shared" with ${provider}, which runs global nodes only`)];
  }
  if (types.some((known) => known === type)) {
    return [];
  }
  const known = types.map((name) => `"${name}"`).join(", ");
  return [typo("type", type, types, { kind: "argument" }) ?? newer("type", type, known)];
}

function checkProvider(provider: unknown): readonly Finding[] {
  if (!isKnownName(provider) || providers.includes(provider)) {
    return [];
  }
  const known = providers.join(", ");
  return [typo("provider", provider, providers, { more: ` Known: ${known}` }) ?? newer("provider", provider, known)];
}

function newer(property: string, name: string, known: string): Finding {
  return warning(
    property,
    `"${name}" is not a ${property} that this package knows (${known}); \`create\` checks with the platform`,
  );
}

/** v1 has no placement by ids as a workaround: only a typo fails, while the region of another provider is a warning. */
function checkRegion({ provider, region }: Properties): readonly Finding[] {
  if (!(isKnownName(provider) && isKnownName(region))) {
    return [];
  }
  const own = [
    ...(knownProviders.find(({ name }) => name === provider)?.regions ?? []),
    ...bundledCatalogue.options.filter((option) => option.provider === provider).map((option) => option.region),
  ];
  if (own.length === 0 || own.includes(region)) {
    return [];
  }
  const host = dedicatedHostOf(region) ?? bundledCatalogue.options.find((option) => option.region === region)?.provider;
  if (host !== undefined) {
    return [warning("region", `"${region}" is known as a region of ${host}, not of ${provider}`)];
  }
  const mistyped = typo("region", region, own);
  return mistyped === undefined ? [] : [mistyped];
}

interface ConfigurationRule {
  readonly protocols: readonly string[];
  readonly member: string;
  readonly isRequired: boolean;
  readonly isRight: (value: unknown) => boolean;
  readonly reason: string;
}

const isFlag = (value: unknown) => typeof value === "boolean";

/** What the platform requires in `configuration`, by protocol. */
const configurationRules: readonly ConfigurationRule[] = [
  {
    protocols: ["ethereum", "polygon-pos", "bsc", "avalanche", "fantom", "tezos"],
    member: "archive",
    isRequired: true,
    isRight: isFlag,
    reason: "must be true or false",
  },
  {
    protocols: ["tezos"],
    member: "tezos_node_type",
    isRequired: true,
    isRight: (value) => value === "regular",
    reason: 'must be "regular"',
  },
  {
    protocols: ["harmony"],
    member: "archive",
    isRequired: true,
    isRight: (value) => value === false,
    reason: "must be false",
  },
  { protocols: ["harmony"], member: "shard", isRequired: false, isRight: (value) => value === 0, reason: "must be 0" },
];

function checkConfiguration(configuration: unknown, protocol: unknown): readonly Finding[] {
  if (!isObject(configuration)) {
    return [];
  }
  return configurationRules
    .filter(({ protocols }) => protocols.some((name) => name === protocol))
    .filter(({ member, isRequired, isRight }) => {
      const value = configuration[member];
      return value === undefined ? isRequired : !(isUnknown(value) || isRight(value));
    })
    .map(({ member, isRequired, reason }) => {
      const why = `${protocol} ${isRequired ? "requires it" : "supports no other value"}`;
      return failure(
        `configuration.${member}`,
        configuration[member] === undefined ? `is missing: it ${reason}, ${why}` : `${reason}: ${why}`,
      );
    });
}

function checkArchive({ provider, configuration }: Properties, protocol: unknown): readonly Finding[] {
  const isRefused = checkConfiguration(configuration, protocol).some(
    ({ property }) => property === "configuration.archive",
  );
  return provider === defaultProvider && isObject(configuration) && configuration.archive === true && !isRefused
    ? [
        warning(
          "configuration.archive",
          `on ${defaultProvider}, true has caused server errors: set false, global nodes serve archive data anyway`,
        ),
      ]
    : [];
}
