import { otherProtocols } from "../health/chain-table.js";
import { chainFacts } from "../health/chains.js";
import { catalogueOf, matchNames, type RememberedCatalogue, suggestName } from "../platform/catalogue.js";
import { catalogueSnapshot } from "../platform/catalogue-snapshot.js";
import { type Finding, failure, warning } from "./findings.js";
import { isUnknown } from "./unknown.js";

/** What this package knows about the platform's catalogue without asking. */
export const bundledCatalogue: RememberedCatalogue = catalogueOf(catalogueSnapshot);

/** Names of a placement as the program wrote them: missing, not known yet, or of any type. */
export interface GivenNames {
  readonly chain: unknown;
  readonly region?: unknown;
  readonly provider?: unknown;
}

/** Providers that exist, though the snapshot does not hold what they offer. */
const unjudgedProviders: ReadonlySet<unknown> = new Set(["vzo"]);

/**
 * Judges names of the catalogue by the bundled snapshot. A slip and a combination that is not offered are failures; a name
 * that is like none of the snapshot may be newer than this package. What is not known yet is not judged, and nothing is
 * asked for that it may turn out to be.
 */
export function judgePlacement({ chain, region, provider }: GivenNames): readonly Finding[] {
  if (!isKnownName(chain) || bundledCatalogue.open.has(chain)) {
    return [];
  }
  if (isKnownName(provider) && isForeign(provider)) {
    // Its regions are its own: one that looks like a slip need not be one.
    const isNamed = unjudgedProviders.has(provider);
    return [...judgeChain(chain), ...(isNamed ? [] : [warning("provider", newer(provider))])];
  }
  const match = matchNames(bundledCatalogue, {
    chain,
    region: isKnownName(region) ? region : undefined,
    provider: isKnownName(provider) ? provider : undefined,
  });
  if (match.kind === "found") {
    return [];
  }
  const { kind, property, reason } = match;
  if (kind === "unclear" && [region, provider].some(isUnknown)) {
    return [];
  }
  const isNewer = kind === "unlisted" || (property === "chain" && isRealChain(chain));
  return [isNewer ? warning(property, newer({ chain, region, provider }[property])) : failure(property, reason)];
}

/** Judges the name of a chain alone, wherever it is to run. */
export function judgeChain(chain: unknown): readonly Finding[] {
  return judgePlacement({ chain }).filter(({ property }) => property === "chain");
}

function isForeign(provider: string): boolean {
  const { known } = bundledCatalogue;
  return !known.provider.includes(provider) && suggestName(bundledCatalogue, "provider", provider) === undefined;
}

/** What is said about a name that the snapshot lacks. */
function newer(name: unknown): string {
  return `"${name}" is not in the catalogue of ${bundledCatalogue.madeAt} that comes with this package; \`create\` asks the platform`;
}

/**
 * Whether a chain exists, whatever the snapshot says: a chain that a probe knows is not a slip in the name of another, such as
 * sei in sui.
 */
export function isRealChain(chain: string): boolean {
  const [, protocol] = /^(.+)-(?:mainnet|testnet|devnet)$/.exec(chain) ?? [];
  const isProbed = chain === chain.toLowerCase() && chainFacts(chain).identities.length > 0;
  return isProbed || (protocol !== undefined && otherProtocols.includes(protocol));
}

/** Whether a value is a name that can be judged. */
export function isKnownName(value: unknown): value is string {
  return typeof value === "string" && !isUnknown(value);
}
