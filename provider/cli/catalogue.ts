import { Command } from "commander";
import { Account } from "../account/account.js";
import { environmentName, requireSettings } from "../account/settings.js";
import { jsonOf, tableOf } from "../base/table.js";
import { bundledCatalogue, isRealChain } from "../lifecycle/check/placement-check.js";
import { liveCatalogue } from "../lifecycle/node/placement.js";
import { type Catalogue, type CatalogueOption, suggestName } from "../platform/catalogue/catalogue.js";
import {
  CommandFailure,
  exitCodes,
  type FormatOptions,
  isJson,
  note,
  settingsOf,
  type Terminal,
  withFormat,
} from "./command.js";

const columns = ["chain", "protocol", "region", "provider", "blockchain", "cloud"] as const;
type Row = Readonly<Record<(typeof columns)[number], string | null>>;

interface CatalogueOptions extends FormatOptions {
  readonly chain?: string;
}

/** The command `catalogue`: chains, regions and ids, live or from the bundled snapshot. */
export function catalogueCommand(terminal: Terminal, end: (exitCode: number) => void): Command {
  const command = new Command("catalogue")
    .description("list chains, regions and ids: those of your account, or the bundled snapshot")
    .option("--chain <slug>", "only this chain, for example ethereum-mainnet")
    .action(async (options: CatalogueOptions) => {
      const rows = rowsOf(await readCatalogue(terminal), options.chain);
      terminal.out(isJson(options) ? jsonOf(rows) : tableOf(columns, rows));
      end(exitCodes.ok);
    });
  return withFormat(command);
}

/** @throws {ConfigError} for an invalid setting: a user who sets one does not want the snapshot */
async function readCatalogue(terminal: Terminal): Promise<Catalogue> {
  const reading = settingsOf(terminal);
  const { baseUrl, apiKey, organization, isOffline } = reading.settings;
  const isLive = baseUrl !== undefined && apiKey !== undefined && !isOffline;
  if (isLive || reading.problems.length > 0) {
    const account = new Account(requireSettings(reading), new AbortController().signal);
    if (organization !== undefined) {
      await account.organization();
    }
    return liveCatalogue(await account.deploymentOptions());
  }
  const missing = [
    ...(baseUrl === undefined ? [environmentName("baseUrl")] : []),
    ...(apiKey === undefined ? [environmentName("apiKey")] : []),
  ];
  const why = isOffline ? `${environmentName("offline")} is true` : `${missing.join(" and ")} not set`;
  note(
    terminal,
    `${why}: this is the bundled catalogue, last renewed ${bundledCatalogue.madeAt}. It may be incomplete.`,
  );
  return bundledCatalogue;
}

/** @throws {CommandFailure} for a chain that is not in the catalogue */
function rowsOf(catalogue: Catalogue, chain: string | undefined): readonly Row[] {
  const { options, protocols, known } = catalogue;
  if (chain !== undefined && !known.chain.includes(chain)) {
    const meant = suggestName(catalogue, "chain", chain);
    throw new CommandFailure(
      meant === undefined
        ? `${denialOf(catalogue, chain)}. Known: ${known.chain.join(", ")}`
        : `There is no chain "${chain}" in the catalogue; did you mean "${meant}"?`,
    );
  }
  // A chain exists even if its places are unknown.
  const placeless = [...protocols]
    .filter(([slug]) => !options.some((option) => option.chain === slug))
    .map(([slug, protocol]) => rowOf({ chain: slug, protocol }));
  return [...options.map(rowOf), ...placeless]
    .filter((row) => chain === undefined || row.chain === chain)
    .sort((a, b) => compare(a.chain, b.chain) || compare(a.provider, b.provider) || compare(a.region, b.region));
}

/** Only a live catalogue shows that a chain is not offered to the organization: the snapshot belongs to none. */
function denialOf(catalogue: Catalogue, chain: string): string {
  return catalogue !== bundledCatalogue && (bundledCatalogue.protocols.has(chain) || isRealChain(chain))
    ? `"${chain}" is not offered to this organization`
    : `There is no chain "${chain}" in the catalogue`;
}

function rowOf(option: Partial<CatalogueOption>): Row {
  return Object.fromEntries(columns.map((column) => [column, option[column] ?? null])) as Row;
}

function compare(a: string | null, b: string | null): number {
  return (a ?? "") < (b ?? "") ? -1 : a === b ? 0 : 1;
}
