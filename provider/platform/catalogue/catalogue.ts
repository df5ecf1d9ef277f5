import { suggest } from "../../base/suggest.js";

/** One way to place a node by names. The snapshot lacks ids that nothing public tells. */
export interface CatalogueOption {
  /** Slug of the platform, for example `ethereum-mainnet`. */
  readonly chain: string;
  readonly protocol: string;
  readonly region: string;
  readonly provider: string;
  readonly blockchain?: string | undefined;
  readonly cloud?: string | undefined;
}

/** What can be created where, as the platform says it at the moment or as a snapshot remembers it. */
export interface Catalogue<Option extends CatalogueOption = CatalogueOption> {
  readonly options: readonly Option[];
  /** Names that exist, also where no option holds them: only a name that is not among them can be a typo. */
  readonly known: Readonly<Record<NameKind, readonly string[]>>;
  /** Protocol of every known chain. */
  readonly protocols: ReadonlyMap<string, string>;
  /** Whether a chain exists that this catalogue does not hold: its name is then no typo of another. */
  readonly isReal?: (chain: string) => boolean;
}

/** A catalogue in the form in which it is stored: short, and one line for each chain. */
export interface CatalogueSnapshot {
  /** Day on which it was last renewed, `YYYY-MM-DD`: what a renewal did not show is older. */
  readonly madeAt: string;
  readonly source: string;
  /** Places by a key of their own: region, provider, and cloud where it is known. */
  readonly places: Readonly<Record<string, readonly [region: string, provider: string, cloud?: string]>>;
  /** Slug, protocol, id of the blockchain or nothing, and the keys of the places with blanks between. */
  readonly chains: readonly (readonly [chain: string, protocol: string, blockchain: string, places: string])[];
  /** Chains whose places are not all known: none is refused because it is not among them. */
  readonly open: readonly string[];
}

/** What is remembered of a catalogue, and how well. */
export interface RememberedCatalogue extends Catalogue {
  /** Chains that are offered in more places than the options say. */
  readonly open: ReadonlySet<string>;
  /** Day on which it was last renewed, `YYYY-MM-DD`. */
  readonly madeAt: string;
}

/** The names that place a node of v2. */
export interface PlacementNames {
  readonly chain: string;
  readonly region?: string | undefined;
  readonly provider?: string | undefined;
}

type NameKind = "chain" | "region" | "provider";

/** Where names lead in a catalogue. Everything but `found` blames one argument, in words that end without a stop. */
export type PlacementMatch<Option extends CatalogueOption> =
  | { readonly kind: "found"; readonly option: Option }
  /**
   * `misspelt`: a name that the catalogue lacks, and almost one that it holds; `unlisted`: a name that it lacks and that is like
   * none; `elsewhere`: names that exist, but are not offered together; `unclear`: it takes another name to decide.
   */
  | {
      readonly kind: "misspelt" | "unlisted" | "elsewhere" | "unclear";
      readonly property: NameKind;
      readonly reason: string;
      /** A known name that looks like the one that is unlisted, though it is too unlike for a typo. */
      readonly near?: string;
    };

/** The provider where a node goes when neither region nor provider is named. */
export const defaultProvider = "chainstack_global";

/** A catalogue that is complete: nothing exists beside its options. */
export function completeCatalogue<Option extends CatalogueOption>(options: readonly Option[]): Catalogue<Option> {
  const names = (kind: NameKind) => [...new Set(options.map((option) => option[kind]))].sort();
  return {
    options,
    known: { chain: names("chain"), region: names("region"), provider: names("provider") },
    protocols: new Map(options.map(({ chain, protocol }) => [chain, protocol])),
  };
}

/** The catalogue that a snapshot holds. */
export function catalogueOf(snapshot: CatalogueSnapshot): RememberedCatalogue {
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
 * Finds the option that a program's names mean. A chain without region and provider goes to {@link defaultProvider}.
 * `check` asks a snapshot, `create` the platform: the rules and the words are the same.
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
      const further = property === "provider" && region !== undefined ? ` in ${region}` : "";
      return { kind: "elsewhere", property, reason: `${denial}${further}; it is offered in ${places}` };
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
    const reason = `the names fit several options; place the node by ids: ${matches.map(idsOf).join(" or ")}`;
    return { kind: "unclear", property: "chain", reason };
  }
  const property = region === undefined ? "region" : "provider";
  return { kind: "unclear", property, reason: `say where ${chain} is to run; it is offered in ${places}` };
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
  const reason = `there is no "${chain}"; did you mean "${meant}"? Of ${protocol} there are ${siblings}; \`npx blockchain-nodes catalogue\` lists every chain`;
  return { kind: "misspelt", property: "chain", reason };
}

/** The name of a catalogue that `name` is probably meant to be; undefined for one that it holds, and for one like none. */
export function suggestName(catalogue: Catalogue, kind: NameKind, name: string): string | undefined {
  const known = catalogue.known[kind];
  if (known.includes(name)) {
    return undefined;
  }
  return kind === "chain" ? suggestChain(catalogue, name) : suggest("catalogue", name, known);
}

/** A chain of a protocol that is known, or that exists elsewhere, is no typo of another. */
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

/** The clouds of the options, with their regions, for a message. */
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
