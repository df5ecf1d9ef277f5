import { isDeepStrictEqual } from "node:util";
import { otherProtocols } from "../../health/chain-table.js";
import { chainFacts } from "../../health/chains.js";
import { catalogueOf, matchNames, type SnapshotCatalogue, suggestName } from "../../platform/catalogue/catalogue.js";
import { catalogueSnapshot } from "../../platform/catalogue/snapshot.js";
import { isUnknown } from "../engine/unknown.js";
import { type Finding, failure, warning } from "./findings.js";
import { dedicatedHostOf, hostedBy } from "./hosting-providers.js";

/** What this package knows about the platform's catalogue without asking. */
export const bundledCatalogue: SnapshotCatalogue = { ...catalogueOf(catalogueSnapshot), isReal: isRealChain };

/** Names of a placement as the program wrote them: missing, not known yet, or of any type. */
export interface GivenNames {
  readonly chain: unknown;
  readonly region?: unknown;
  readonly provider?: unknown;
}

/**
 * Checks names of the catalogue by a snapshot. A typo and a combination that is not offered are failures; a name that
 * is like none of the snapshot may be newer than this package. What is not known yet is not checked, and nothing is
 * asked for that it may turn out to be.
 *
 * @param catalogue @default the one that comes with this package
 * @param elsewhere how a combination that is not offered is said, where there is no way round a snapshot that is wrong
 */
export function checkPlacement(
  names: GivenNames,
  catalogue = bundledCatalogue,
  elsewhere: typeof failure = failure,
): readonly Finding[] {
  const findings = checkNames(names, catalogue, elsewhere);
  // The regions of a provider are its own: one that looks wrong need not be.
  return isUnknown(names.provider) ? findings.filter(({ property }) => property !== "region") : findings;
}

/** Checks the name of a chain alone, wherever it is to run. */
export function checkChain(chain: unknown, catalogue = bundledCatalogue): readonly Finding[] {
  return checkPlacement({ chain }, catalogue).filter(({ property }) => property === "chain");
}

function checkNames(
  { chain, region, provider }: GivenNames,
  catalogue: SnapshotCatalogue,
  elsewhere: typeof failure,
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
    return [kind === "misspelt" ? failure(property, reason) : elsewhere(property, reason)];
  }
  const host = property === "region" ? dedicatedHostOf(region) : undefined;
  if (host !== undefined) {
    const fix = "place the node in a network, by networkId, or by ids";
    return [
      elsewhere(
        "region",
        `"${region}" is a region of ${host}, which hosts dedicated nodes, and a chain name cannot order these: ${fix}`,
      ),
    ];
  }
  const hint = property === "chain" ? sameChain(chain, catalogue) : near && `did you mean "${near}"`;
  return [warning(property, newer({ chain, region, provider }[property], catalogue, hint))];
}

/** Whether the snapshot knows a chain, but not every place of it. */
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

/** What is said about a name that the snapshot lacks. */
function newer(name: unknown, { madeAt }: SnapshotCatalogue, hint?: string): string {
  const said = [
    `"${name}" is not in the catalogue that comes with this package (last renewed ${madeAt})`,
    ...(hint === undefined ? [] : [hint]),
    "`create` asks the platform",
  ];
  return said.join("; ");
}

/** Says how the snapshot calls a chain that goes by several names. */
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
 * Whether a chain exists, whatever the snapshot says: a chain that a probe knows is not a typo of another, such as
 * xrp in xrpl.
 */
export function isRealChain(chain: string): boolean {
  const [, protocol] = /^(.+)-(?:mainnet|testnet|devnet)$/.exec(chain) ?? [];
  const isProbed = chain === chain.toLowerCase() && chainFacts(chain).identities.length > 0;
  return isProbed || (protocol !== undefined && otherProtocols.includes(protocol));
}

/** The id from which a name of the catalogue follows. */
const idOfName = { chain: "blockchain", region: "cloud", provider: "cloud" } as const;

/**
 * Whether a name is the one that the catalogue has for recorded ids: the platform may show a node of an option under
 * other names than those of the option.
 *
 * @param key argument that holds the name
 * @param ids `blockchain` and `cloud`, among other outputs
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

/** Whether a value is a name that can be checked. */
export function isKnownName(value: unknown): value is string {
  return typeof value === "string" && !isUnknown(value);
}
