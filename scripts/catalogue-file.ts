import type { CatalogueOption, CatalogueSnapshot } from "../provider/platform/catalogue.js";
import { catalogueOf } from "../provider/platform/catalogue.js";

/** What a renewal starts from and what it has learnt. */
export interface Renewal {
  readonly before: CatalogueSnapshot;
  /** What the platform offers to the organization that asked. */
  readonly offered: readonly CatalogueOption[];
  /** Day of the renewal, `YYYY-MM-DD`. */
  readonly today: string;
  /** Forgets what is not offered. An organization sees only what its plan offers, so by default nothing is forgotten. */
  readonly replace: boolean;
}

type Place = CatalogueSnapshot["places"][string];

/** The snapshot after a renewal. */
export function renewed({ before, offered, today, replace }: Renewal): CatalogueSnapshot {
  const kept = replace ? empty : before;
  const remembered = catalogueOf(kept);
  const isOffered = (old: CatalogueOption) =>
    offered.some(
      ({ chain, region, provider }) => chain === old.chain && region === old.region && provider === old.provider,
    );
  const options = [...offered, ...remembered.options.filter((old) => !isOffered(old))];
  const places = placesOf(Object.values(kept.places), offered);
  const newChains = offered.map(({ chain }) => chain).filter((chain) => !remembered.protocols.has(chain));
  const protocols = new Map([
    ...remembered.protocols,
    ...offered.map(({ chain, protocol }) => [chain, protocol] as const),
  ]);
  return {
    madeAt: today,
    source: replace ? "deployment options" : "public documentation and deployment options",
    places,
    chains: [...protocols].sort(byFirst).flatMap(([chain, protocol]) => {
      const offers = options.filter((option) => option.chain === chain);
      const blockchains = offers.length === 0 ? [undefined] : [...new Set(offers.map(({ blockchain }) => blockchain))];
      return blockchains.map((blockchain): CatalogueSnapshot["chains"][number] => {
        const keys = offers.filter((offer) => offer.blockchain === blockchain).map((offer) => keyOf(places, offer));
        return [chain, protocol, blockchain ?? "", [...new Set(keys)].sort(globalFirst).join(" ")];
      });
    }),
    // A chain that is new may be offered in more places than one organization sees.
    open: [...new Set([...kept.open, ...(replace ? [] : newChains)])].sort(),
  };
}

const empty: CatalogueSnapshot = { madeAt: "", source: "", places: {}, chains: [], open: [] };

/** Every place by a key: its region, and more where that is not enough. */
function placesOf(known: readonly Place[], offered: readonly CatalogueOption[]): CatalogueSnapshot["places"] {
  const seen: Place[] = offered.map(({ region, provider, cloud }) =>
    cloud === undefined ? [region, provider] : [region, provider, cloud],
  );
  const isSeen = ([region, provider]: Place) => seen.some(([there, owner]) => there === region && owner === provider);
  const all = new Map([...known.filter((place) => !isSeen(place)), ...seen].map((place) => [place.join("/"), place]));
  const regions = [...all.values()].map(([region]) => region);
  const isUnique = (name: string) => regions.filter((region) => region === name).length === 1;
  return Object.fromEntries(
    [...all].map(([path, place]) => [isUnique(place[0]) ? place[0] : path, place] as const).sort(byFirst),
  );
}

/** The key of an option's place; one whose cloud is not known has the first place of its region and provider. */
function keyOf(places: CatalogueSnapshot["places"], { region, provider, cloud }: CatalogueOption): string {
  const found = Object.entries(places).find(
    ([, place]) => place[0] === region && place[1] === provider && (cloud === undefined || place[2] === cloud),
  );
  if (found === undefined) {
    throw new Error(`${region} of ${provider} is no place.`);
  }
  return found[0];
}

function byFirst(a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]): number {
  return a[0] < b[0] ? -1 : 1;
}

function globalFirst(a: string, b: string): number {
  const rank = (key: string) => `${key.startsWith("global") ? 0 : 1}${key}`;
  return rank(a) < rank(b) ? -1 : 1;
}

/** The source of the snapshot's file, formatted as the linter wants it. */
export function sourceOf({ madeAt, source, places, chains, open }: CatalogueSnapshot): string {
  const text = (value: unknown) => JSON.stringify(value);
  const list = (values: readonly string[]) => `[${values.map(text).join(", ")}]`;
  return `import type { CatalogueSnapshot } from "./catalogue.js";

/** What the platform offers, as far as it was known on the day it was made. Written by \`npm run catalogue:renew\`. */
export const catalogueSnapshot: CatalogueSnapshot = {
  madeAt: ${text(madeAt)},
  source: ${text(source)},
  places: {
${lines(Object.entries(places).map(([key, place]) => `${/^[a-z_]\w*$/i.test(key) ? key : text(key)}: ${list(place.filter((part) => part !== undefined))}`))}  },
  chains: [
${lines(chains.map(list))}  ],
  open: ${openList(open.map(text))},
};
`;
}

const lineWidth = 120;

function openList(names: readonly string[]): string {
  const flat = `[${names.join(", ")}]`;
  return `  open: ${flat},`.length <= lineWidth ? flat : `[\n${lines(names)}  ]`;
}

function lines(rows: readonly string[]): string {
  return rows.map((row) => `    ${row},\n`).join("");
}
