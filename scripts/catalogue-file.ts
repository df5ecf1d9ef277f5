import type { CatalogueOption, CatalogueSnapshot } from "../provider/platform/catalogue/catalogue.js";
import { catalogueOf } from "../provider/platform/catalogue/catalogue.js";

/** Input of a renewal. */
export interface Renewal {
  readonly before: CatalogueSnapshot;
  /** What the platform offers to the key's organization. */
  readonly offered: readonly CatalogueOption[];
  /** Day of the renewal, `YYYY-MM-DD`. */
  readonly today: string;
  /**
   * Drops what is not offered. An organization sees only what its plan offers, so by default nothing is dropped.
   */
  readonly replace: boolean;
}

type Place = CatalogueSnapshot["places"][string];

/**
 * The snapshot after a renewal.
 *
 * @throws {Error} if nothing is offered, or a name cannot be stored in the snapshot
 */
export function renewed({ before, offered, today, replace }: Renewal): CatalogueSnapshot {
  refuseUnusable(offered);
  const kept = replace ? empty : before;
  const remembered = catalogueOf(kept);
  const isOffered = (old: CatalogueOption) =>
    offered.some(
      ({ chain, region, provider }) => chain === old.chain && region === old.region && provider === old.provider,
    );
  const rest = remembered.options.filter((old) => !isOffered(old)).map((old) => withId(old, offered));
  const options = [...offered, ...rest];
  const places = placesOf(Object.values(kept.places), offered);
  const known = new Set(before.chains.map(([chain]) => chain));
  const newChains = offered.map(({ chain }) => chain).filter((chain) => !known.has(chain));
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
      // If no option shows the id of a chain, its row may.
      const idOfRow = kept.chains.find(([slug]) => slug === chain)?.[2];
      const blockchains = offers.length === 0 ? [idOfRow] : [...new Set(offers.map(({ blockchain }) => blockchain))];
      return blockchains.map((blockchain): CatalogueSnapshot["chains"][number] => {
        const keys = offers.filter((offer) => offer.blockchain === blockchain).map((offer) => keyOf(places, offer));
        return [chain, protocol, blockchain ?? "", [...new Set(keys)].sort(globalFirst).join(" ")];
      });
    }),
    // One organization may not see every place of a chain that is new or was open before.
    open: [...new Set([...before.open, ...newChains])].filter((chain) => protocols.has(chain)).sort(),
  };
}

const usableName = /^[\w.-]+$/;

function refuseUnusable(offered: readonly CatalogueOption[]): void {
  if (offered.length === 0) {
    throw new Error("The platform offers nothing to this organization: there is nothing to renew the catalogue with.");
  }
  for (const { chain, protocol, region, provider, blockchain, cloud } of offered) {
    for (const name of [chain, protocol, region, provider, blockchain, cloud]) {
      if (name !== undefined && (!usableName.test(name) || name === "__proto__")) {
        throw new Error(`${JSON.stringify(name)} is not a name that the snapshot can store.`);
      }
    }
  }
}

/** A remembered option with the id under which its chain is offered, if there is only one. */
function withId(old: CatalogueOption, offered: readonly CatalogueOption[]): CatalogueOption {
  const [id, second] = new Set(offered.filter(({ chain }) => chain === old.chain).map(({ blockchain }) => blockchain));
  return id === undefined || second !== undefined ? old : { ...old, blockchain: id };
}

const empty: CatalogueSnapshot = { madeAt: "", source: "", places: {}, chains: [], open: [] };

/** Every place by a key: its region, and more if that is not unique. */
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

/** The key of an option's place: the offered cloud takes precedence over a remembered one. */
function keyOf(places: CatalogueSnapshot["places"], { region, provider, cloud }: CatalogueOption): string {
  const here = Object.entries(places).filter(([, [there, owner]]) => there === region && owner === provider);
  const [key] = here.find(([, [, , id]]) => id === cloud) ?? here[0] ?? [];
  if (key === undefined) {
    throw new Error(`${region} of ${provider} is not a known place.`);
  }
  return key;
}

function byFirst(a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]): number {
  return a[0] < b[0] ? -1 : 1;
}

function globalFirst(a: string, b: string): number {
  const rank = (key: string) => `${key.startsWith("global") ? 0 : 1}${key}`;
  return rank(a) < rank(b) ? -1 : 1;
}

/** The source of the snapshot's file, formatted like the rest of the code. */
export function sourceOf({ madeAt, source, places, chains, open }: CatalogueSnapshot): string {
  const keys = Object.entries(places).map(
    ([key, place]) => [isIdentifier.test(key) ? key : JSON.stringify(key), place] as const,
  );
  const placeRows = keys.map(([key, place]) =>
    listOf(
      `    ${key}: `,
      place.filter((part) => part !== undefined),
    ),
  );
  return `import type { CatalogueSnapshot } from "./catalogue.js";

/** What the platform offered at the last renewal. Written by \`npm run catalogue:renew\`. */
export const catalogueSnapshot: CatalogueSnapshot = {
  madeAt: ${JSON.stringify(madeAt)},
  source: ${JSON.stringify(source)},
  places: ${placeRows.length === 0 ? "{}" : `{\n${placeRows.join("")}  }`},
${chainList(chains)}${listOf("  open: ", open)}};
`;
}

function chainList(chains: CatalogueSnapshot["chains"]): string {
  // The formatter wraps a list of two or more lists.
  const flat = `  chains: [${chains.map(textOf).join(", ")}],\n`;
  return chains.length <= 1 && flat.length - 1 <= lineWidth
    ? flat
    : `  chains: [\n${chains.map((chain) => listOf("    ", chain)).join("")}  ],\n`;
}

const isIdentifier = /^[a-z_]\w*$/i;
const lineWidth = 120;

/** A list of names after `before`, on one line if it fits. */
function listOf(before: string, names: readonly string[]): string {
  const flat = `${before}${textOf(names)},\n`;
  if (flat.length - 1 <= lineWidth) {
    return flat;
  }
  const indent = " ".repeat(before.length - before.trimStart().length);
  return `${before}[\n${names.map((name) => `${indent}  ${JSON.stringify(name)},\n`).join("")}${indent}],\n`;
}

function textOf(names: readonly string[]): string {
  return `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
}
