import { isDeepStrictEqual } from "node:util";
import { chainFacts, isOtherProtocol } from "../../health/chains/chains.js";
import { catalogueOf, matchNames, type SnapshotCatalogue, suggestName } from "../../platform/catalogue/catalogue.js";
import { catalogueSnapshot } from "../../platform/catalogue/snapshot.js";
import { isUnknown } from "../engine/unknown.js";
import { type Finding, failure, warning } from "./findings.js";
import { dedicatedHostOf, hostedBy } from "./hosting-providers.js";

/** The snapshot of the platform's catalogue that comes with this package. */
export const bundledCatalogue: SnapshotCatalogue = { ...catalogueOf(catalogueSnapshot), isReal: isRealChain };

/** Names of a placement as the program wrote them: possibly missing, not known yet, or of a wrong type. */
export interface GivenNames {
  readonly chain: unknown;
  readonly region?: unknown;
  readonly provider?: unknown;
}

/**
 * Checks catalogue names against a snapshot. A typo and a combination that is not offered are failures; a name that
 * resembles none in the snapshot may be newer than this package. Unknown values are not checked, and no argument is
 * reported as missing if an unknown one may turn out to be it.
 *
 * @param catalogue @default the one that comes with this package
 * @param notOffered reports a combination that is not offered: a warning where a wrong snapshot has no workaround
 */
export function checkPlacement(
  names: GivenNames,
  catalogue = bundledCatalogue,
  notOffered: typeof failure = failure,
): readonly Finding[] {
  const findings = checkNames(names, catalogue, notOffered);
  // Regions depend on the provider: without it, none is known to be wrong.
  return isUnknown(names.provider) ? findings.filter(({ property }) => property !== "region") : findings;
}

export function checkChain(chain: unknown, catalogue = bundledCatalogue): readonly Finding[] {
  return checkPlacement({ chain }, catalogue).filter(({ property }) => property === "chain");
}

function checkNames(
  { chain, region, provider }: GivenNames,
  catalogue: SnapshotCatalogue,
  notOffered: typeof failure,
): readonly Finding[] {
  if (!isKnownName(chain)) {
    return [];
  }
  if (isKnownName(provider) && isForeign(provider, catalogue)) {
    const isNamed = hostedBy(provider) === "regional";
    return [...checkChain(chain, catalogue), ...(isNamed ? [] : [warning("provider", newer(provider, catalogue))])];
  }
  if (isOpen(chain, catalogue)) {
    return [...checkTypo("region", region, catalogue), ...checkTypo("provider", provider, catalogue)];
  }
  const match = matchNames(catalogue, {
    chain,
    region: isKnownName(region) ? region : undefined,
    provider: isKnownName(provider) ? provider : undefined,
  });
  if (match.kind === "found") {
    return [];
  }
  const { kind, property, reason, near } = match;
  if (kind === "unclear" && [region, provider].some(isUnknown)) {
    return [];
  }
  if (kind !== "unlisted") {
    return [kind === "misspelt" ? failure(property, reason) : notOffered(property, reason)];
  }
  const host = property === "region" ? dedicatedHostOf(region) : undefined;
  if (host !== undefined) {
    const fix = "place the node in a network, by networkId, or by ids";
    return [
      notOffered(
        "region",
        `"${region}" is a region of ${host}, which hosts dedicated nodes, and a chain name cannot order these: ${fix}`,
      ),
    ];
  }
  const hint = property === "chain" ? sameChain(chain, catalogue) : near && `did you mean "${near}"`;
  return [warning(property, newer({ chain, region, provider }[property], catalogue, hint))];
}

/** Whether the snapshot lists a chain, but not all of its regions and providers. */
function isOpen(chain: string, { open, known, options }: SnapshotCatalogue): boolean {
  return open.has(chain) || (known.chain.includes(chain) && !options.some((option) => option.chain === chain));
}

function checkTypo(property: "region" | "provider", name: unknown, catalogue: SnapshotCatalogue): readonly Finding[] {
  const meant = isKnownName(name) ? suggestName(catalogue, property, name) : undefined;
  return meant === undefined ? [] : [failure(property, `there is no ${property} "${name}"; did you mean "${meant}"?`)];
}

function isForeign(provider: string, catalogue: SnapshotCatalogue): boolean {
  return !catalogue.known.provider.includes(provider) && suggestName(catalogue, "provider", provider) === undefined;
}

function newer(name: unknown, { madeAt }: SnapshotCatalogue, hint?: string): string {
  const said = [
    `"${name}" is not in the catalogue that comes with this package (last renewed ${madeAt})`,
    ...(hint === undefined ? [] : [hint]),
    "`create` checks with the platform",
  ];
  return said.join("; ");
}

/** Names the same chain in the snapshot, if a chain has several names. */
function sameChain(chain: string, { known }: SnapshotCatalogue): string | undefined {
  const identityOf = (slug: string) => {
    const { identities, fork } = chainFacts(slug);
    return { identities, fork };
  };
  const given = identityOf(chain);
  const same = known.chain.find((slug) => isDeepStrictEqual(identityOf(slug), given));
  return given.identities.length === 0 || same === undefined ? undefined : `the catalogue calls this chain "${same}"`;
}

/**
 * Whether a chain is known to exist, independent of the snapshot: a chain that a probe knows is not a typo of another,
 * such as xrp of xrpl.
 */
export function isRealChain(chain: string): boolean {
  const [, protocol] = /^(.+)-(?:mainnet|testnet|devnet)$/.exec(chain) ?? [];
  const isProbed = chain === chain.toLowerCase() && chainFacts(chain).identities.length > 0;
  return isProbed || (protocol !== undefined && isOtherProtocol(protocol));
}

/** The id that determines each catalogue name. */
const idOfName = { chain: "blockchain", region: "cloud", provider: "cloud" } as const;

/**
 * Whether a name is the catalogue's name for recorded ids: the platform may show a node under names that differ from
 * those of its deployment option.
 *
 * @param key argument that holds the name
 * @param ids outputs that include `blockchain` and `cloud`
 */
export function isNameOfIds(
  key: string,
  name: unknown,
  ids: Readonly<Record<string, unknown>>,
  { options }: Pick<SnapshotCatalogue, "options"> = bundledCatalogue,
): boolean {
  if (!Object.hasOwn(idOfName, key)) {
    return false;
  }
  const kind = key as keyof typeof idOfName;
  const id = idOfName[kind];
  return ids[id] !== undefined && options.some((option) => option[id] === ids[id] && option[kind] === name);
}

export function isKnownName(value: unknown): value is string {
  return typeof value === "string" && !isUnknown(value);
}
