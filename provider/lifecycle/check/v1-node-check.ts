import { defaultProvider } from "../../platform/catalogue/catalogue.js";
import { isRecord } from "../engine/json.js";
import type { Properties } from "../engine/properties.js";
import { isUnknown } from "../engine/unknown.js";
import { type Finding, failure, typo, warning } from "./findings.js";
import { dedicatedHostOf, hostedBy, knownProviders } from "./hosting-providers.js";
import { bundledCatalogue, isKnownName } from "./placement-check.js";

const types = ["shared", "dedicated"] as const;

const providers = [...new Set([...knownProviders.map(({ name }) => name), ...bundledCatalogue.known.provider])];

/**
 * Checks how a node of v1 is placed: a Node with `networkId`, or an initial node of a Network.
 *
 * @param protocol of its network, where it is known
 */
export function checkNodeV1(node: Properties, protocol?: unknown): readonly Finding[] {
  const ofHost = [...checkType(node), ...checkProvider(node.provider)];
  return [
    ...ofHost,
    // The regions of a provider that is wrong say nothing.
    ...(ofHost.length > 0 ? [] : checkRegion(node)),
    ...checkConfiguration(node.configuration, protocol),
    ...checkArchive(node, protocol),
  ];
}

/** A chain name places a node of v2, which hosts of dedicated nodes do not run. */
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
    `"${name}" is no ${property} that this package knows (${known}); \`create\` asks the platform`,
  );
}

/** There is no form with ids in v1: so only a typo is refused, and a region that belongs to another provider warns. */
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

/** What the platform demands of `configuration`, by protocol. */
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
  if (!isRecord(configuration)) {
    return [];
  }
  return configurationRules
    .filter(({ protocols }) => protocols.some((name) => name === protocol))
    .filter(({ member, isRequired, isRight }) => {
      const value = configuration[member];
      return value === undefined ? isRequired : !(isUnknown(value) || isRight(value));
    })
    .map(({ member, isRequired, reason }) => {
      const why = `${protocol} ${isRequired ? "requires it" : "knows no other"}`;
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
  return provider === defaultProvider && isRecord(configuration) && configuration.archive === true && !isRefused
    ? [
        warning(
          "configuration.archive",
          `the platform has answered true on ${defaultProvider} with server errors: set false, global nodes serve archive data all the same`,
        ),
      ]
    : [];
}
