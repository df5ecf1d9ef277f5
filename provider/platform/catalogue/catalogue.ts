import { suggest } from "../../base/suggest.js";

/** One way to place a node by names. The snapshot lacks ids that are not published. */
export interface CatalogueOption {
  /** Slug of the platform, for example `ethereum-mainnet`. */
  readonly chain: string;
  readonly protocol: string;
  readonly region: string;
  readonly provider: string;
  readonly blockchain?: string | undefined;
  readonly cloud?: string | undefined;
}

/** What can be created where, live from the platform or from a snapshot. */
export interface Catalogue<Option extends CatalogueOption = CatalogueOption> {
  readonly options: readonly Option[];
  /** All names that exist, including those without an option: only a name outside this list can be a typo. */
  readonly known: Readonly<Record<NameKind, readonly string[]>>;
  /** Protocol of every known chain. */
  readonly protocols: ReadonlyMap<string, string>;
  /** Whether a chain that this catalogue lacks exists elsewhere, so that its name is not a typo. */
  readonly isReal?: (chain: string) => boolean;
}

/** The stored form of a catalogue: compact, one line per chain. */
export interface CatalogueSnapshot {
  /** Day of the last renewal, `YYYY-MM-DD`. Entries that the renewal did not show are older. */
  readonly madeAt: string;
  readonly source: string;
  /** Places by key: region, provider, and the cloud if known. */
  readonly places: Readonly<Record<string, readonly [region: string, provider: string, cloud?: string]>>;
  /** Slug, protocol, blockchain id or an empty string, and the keys of the places, separated by spaces. */
  readonly chains: readonly (readonly [chain: string, protocol: string, blockchain: string, places: string])[];
  /** Chains whose places are not all known: a place that is missing here is not rejected. */
  readonly open: readonly string[];
}

/** A catalogue read from a snapshot, with what the snapshot is sure of. */
export interface SnapshotCatalogue extends Catalogue {
  /** Chains that may be offered in more places than the options show. */
  readonly open: ReadonlySet<string>;
  /** Day of the last renewal, `YYYY-MM-DD`. */
  readonly madeAt: string;
}

/** The names that place a v2 node. */
export interface PlacementNames {
  readonly chain: string;
  readonly region?: string | undefined;
  readonly provider?: string | undefined;
}

type NameKind = "chain" | "region" | "provider";

/**
 * What names mean in a catalogue. Everything but `found` blames one argument, with a reason that has no final period.
 */
export type PlacementMatch<Option extends CatalogueOption> =
  | { readonly kind: "found"; readonly option: Option }
  /**
   * `misspelt`: an unknown name, close to a known one; `unlisted`: an unknown name, close to none; `elsewhere`: known
   * names that are not offered together; `unclear`: several options match, and another name must decide.
   */
  | {
      readonly kind: "misspelt" | "unlisted" | "elsewhere" | "unclear";
      readonly property: NameKind;
      readonly reason: string;
      /** A known name that looks like the unlisted one, but is too different for a typo. */
      readonly near?: string;
    };

/** The provider of a node that names neither region nor provider. */
export const defaultProvider = "chainstack_global";

/** A complete catalogue: nothing exists besides its options. */
export function completeCatalogue<Option extends CatalogueOption>(options: readonly Option[]): Catalogue<Option> {
  const names = (kind: NameKind) => [...new Set(options.map((option) => option[kind]))].sort();
  return {
    options,
    known: { chain: names("chain"), region: names("region"), provider: names("provider") },
    protocols: new Map(options.map(({ chain, protocol }) => [chain, protocol])),
  };
}

/** Expands a snapshot to a catalogue. */
export function catalogueOf(snapshot: CatalogueSnapshot): SnapshotCatalogue {
  const options = snapshot.chains.flatMap(([chain, protocol, blockchain, places]) =>
    places.split(" ").flatMap((key): CatalogueOption[] => {
      const place = snapshot.places[key];
      if (place === undefined) {
        return [];
      }
      const [region, provider, cloud] = place;
      return [{ chain, protocol, region, provider, blockchain: blockchain || undefined, cloud }];
    }),
  );
  const protocols = new Map(snapshot.chains.map(([chain, protocol]) => [chain, protocol]));
  const places = Object.values(snapshot.places);
  return {
    options,
    known: {
      chain: [...protocols.keys()],
      region: [...new Set(places.map(([region]) => region))],
      provider: [...new Set(places.map(([, provider]) => provider))],
    },
    protocols,
    open: new Set(snapshot.open),
    madeAt: snapshot.madeAt,
  };
}

/**
 * Finds the option that a program's names mean. A chain without region and provider means {@link defaultProvider}.
 * `check` matches against a snapshot, `create` against the platform's live options, by the same rules and with the same
 * messages.
 */
export function matchNames<Option extends CatalogueOption>(
  catalogue: Catalogue<Option>,
  { chain, region, provider }: PlacementNames,
): PlacementMatch<Option> {
  const offers = catalogue.options.filter((option) => option.chain === chain);
  if (offers.length === 0) {
    return unknownChain(catalogue, chain);
  }
  const places = placesOf(offers);
  const blame = (property: "region" | "provider", name: string): PlacementMatch<Option> => {
    const here = [...new Set(offers.map((option) => option[property]))];
    const known = catalogue.known[property];
    const there = property === "region" ? "in" : "by";
    const denial = `${chain} is not offered ${there} "${name}"`;
    if (known.includes(name)) {
      const suffix = property === "provider" && region !== undefined ? ` in ${region}` : "";
      return { kind: "elsewhere", property, reason: `${denial}${suffix}; it is offered in ${places}` };
    }
    const meant = suggest("catalogue", name, here) ?? suggest("catalogue", name, known);
    if (meant !== undefined) {
      const reason = `there is no ${property} "${name}"; did you mean "${meant}"? ${chain} is offered in ${places}`;
      return { kind: "misspelt", property, reason };
    }
    const near = suggest("lookalike", name, here) ?? suggest("lookalike", name, known);
    return near === undefined
      ? { kind: "unlisted", property, reason: `${denial}; it is offered in ${places}` }
      : { kind: "unlisted", property, near, reason: `${denial}; did you mean "${near}"? It is offered in ${places}` };
  };
  const inRegion = offers.filter((option) => (region ?? option.region) === option.region);
  if (region !== undefined && inRegion.length === 0) {
    return blame("region", region);
  }
  const wanted = provider ?? (region === undefined ? defaultProvider : undefined);
  const matches = inRegion.filter((option) => (wanted ?? option.provider) === option.provider);
  if (provider !== undefined && matches.length === 0) {
    return blame("provider", provider);
  }
  const [match, second] = matches;
  if (match !== undefined && second === undefined) {
    return { kind: "found", option: match };
  }
  if (region !== undefined && provider !== undefined) {
    const reason = `the names match several options; place the node by ids: ${matches.map(idsOf).join(" or ")}`;
    return { kind: "unclear", property: "chain", reason };
  }
  const property = region === undefined ? "region" : "provider";
  return { kind: "unclear", property, reason: `specify where to run ${chain}; it is offered in ${places}` };
}

function unknownChain(catalogue: Catalogue, chain: string): PlacementMatch<never> {
  const { known, protocols } = catalogue;
  const meant = suggestName(catalogue, "chain", chain);
  if (meant === undefined) {
    const reason = `"${chain}" is not offered to this organization. Offered: ${known.chain.join(", ")}`;
    return { kind: "unlisted", property: "chain", reason };
  }
  const protocol = protocols.get(meant);
  const siblings = known.chain.filter((slug) => protocols.get(slug) === protocol).join(", ");
  const reason = `there is no "${chain}"; did you mean "${meant}"? Chains of ${protocol}: ${siblings}; \`npx blockchain-nodes catalogue\` lists every chain`;
  return { kind: "misspelt", property: "chain", reason };
}

/**
 * The catalogue's name that `name` is probably a typo of; undefined for a known name, and for one that resembles none.
 */
export function suggestName(catalogue: Catalogue, kind: NameKind, name: string): string | undefined {
  const known = catalogue.known[kind];
  if (known.includes(name)) {
    return undefined;
  }
  return kind === "chain" ? suggestChain(catalogue, name) : suggest("catalogue", name, known);
}

/** Compares a chain only with those of its own protocol. A chain that exists elsewhere is not a typo. */
function suggestChain({ known, protocols, isReal }: Catalogue, chain: string): string | undefined {
  if (isReal?.(chain) === true) {
    return undefined;
  }
  const [protocol] = [...new Set(protocols.values())]
    .filter((name) => chain.toLowerCase().startsWith(`${name}-`))
    .sort((a, b) => b.length - a.length);
  const siblings = known.chain.filter((slug) => protocol === undefined || protocols.get(slug) === protocol);
  return suggest("catalogue", chain, siblings);
}

/** The options' clouds with their regions, for a message. */
export function cloudsOf(options: readonly CatalogueOption[]): string {
  return options.map(({ cloud, region }) => `${cloud} (${region})`).join(", ");
}

function placesOf(options: readonly CatalogueOption[]): string {
  return [...new Set(options.map(({ region, provider }) => `${region} (${provider})`))].join(", ");
}

function idsOf({ blockchain, cloud }: CatalogueOption): string {
  const quoted = (id: string | undefined) => (id === undefined ? "…" : `"${id}"`);
  return `{ blockchain: ${quoted(blockchain)}, cloud: ${quoted(cloud)} }`;
}
