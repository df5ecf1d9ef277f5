import { nearest } from "../nearest.js";
import { defaultProvider } from "../platform/catalogue.js";
import { type Finding, failure, warning } from "./findings.js";
import type { Properties } from "./handler.js";
import { bundledCatalogue } from "./placement-check.js";
import { isUnknown } from "./unknown.js";

const types = ["shared", "dedicated"] as const;

/** Providers that host dedicated nodes only. */
const dedicatedProviders = ["aws", "azure", "gcloud"] as const;
const providers = [...bundledCatalogue.known.provider, ...dedicatedProviders, "vzo"];

/** Providers that run global nodes only. */
const globalProviders: ReadonlySet<unknown> = new Set([defaultProvider, "chainstack_partner"]);

/**
 * Judges how a node of v1 is placed: a Node with `networkId`, or an initial node of a Network.
 *
 * @param protocol of its network, where it is known
 */
export function judgeNodeV1(node: Properties, protocol?: unknown): readonly Finding[] {
  return [
    ...judgeType(node),
    ...judgeProvider(node.provider),
    ...judgeConfiguration(node.configuration, protocol),
    ...judgeArchive(node),
  ];
}

/** A chain name places a node of v2, which these providers do not host. */
export function judgeProviderV2(provider: unknown): readonly Finding[] {
  return dedicatedProviders.some((name) => name === provider)
    ? [
        failure(
          "provider",
          `"${provider}" hosts dedicated nodes, which a chain name cannot order: place the node in a network, by networkId, or by ids`,
        ),
      ]
    : [];
}

function judgeType({ type, provider }: Properties): readonly Finding[] {
  if (typeof type !== "string" || isUnknown(type)) {
    return [];
  }
  if (type === "dedicated" && globalProviders.has(provider)) {
    return [failure("type", `must be "shared" with ${provider}, which runs global nodes only`)];
  }
  if (types.some((known) => known === type)) {
    return [];
  }
  const near = nearest(type, types);
  return near === undefined
    ? [
        warning(
          "type",
          `"${type}" is no type that this package knows ("shared", "dedicated"); \`create\` asks the platform`,
        ),
      ]
    : [failure("type", `there is no type "${type}"; did you mean "${near}"?`)];
}

function judgeProvider(provider: unknown): readonly Finding[] {
  if (typeof provider !== "string" || isUnknown(provider) || providers.includes(provider)) {
    return [];
  }
  const near = nearest(provider, providers);
  return near === undefined
    ? []
    : [
        failure(
          "provider",
          `there is no provider "${provider}"; did you mean "${near}"? Known: ${providers.join(", ")}`,
        ),
      ];
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

function judgeConfiguration(configuration: unknown, protocol: unknown): readonly Finding[] {
  if (!isRecord(configuration)) {
    return [];
  }
  return configurationRules
    .filter(({ protocols }) => protocols.some((name) => name === protocol))
    .filter(({ member, isRequired, isRight }) => {
      const value = configuration[member];
      return value === undefined ? isRequired : !(isUnknown(value) || isRight(value));
    })
    .map(({ member, isRequired, reason }) =>
      failure(`configuration.${member}`, `${reason}: ${protocol} ${isRequired ? "requires it" : "knows no other"}`),
    );
}

function judgeArchive({ provider, configuration }: Properties): readonly Finding[] {
  return provider === defaultProvider && isRecord(configuration) && configuration.archive === true
    ? [
        warning(
          "configuration.archive",
          `the platform has answered true on ${defaultProvider} with server errors: set false, global nodes serve archive data all the same`,
        ),
      ]
    : [];
}

function isRecord(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
