import { Command } from "commander";
import { Account } from "../lifecycle/account.js";
import { liveCatalogue } from "../lifecycle/placement.js";
import { bundledCatalogue } from "../lifecycle/placement-check.js";
import { requireSettings } from "../lifecycle/settings.js";
import { type Catalogue, type CatalogueOption, suggestName } from "../platform/catalogue.js";
import {
  CommandFailure,
  exitCodes,
  type FormatOptions,
  formatOf,
  formatOptions,
  note,
  settingsOf,
  type Terminal,
} from "./command.js";
import { tableOf } from "./table.js";

const columns = ["chain", "protocol", "region", "provider", "blockchain", "cloud"] as const;
type Row = Readonly<Record<(typeof columns)[number], string | null>>;

interface CatalogueOptions extends FormatOptions<"table"> {
  readonly chain?: string;
}

/** The command `catalogue`: chains, regions and ids, live, or from the snapshot that comes with the package. */
export function catalogueCommand(terminal: Terminal, end: (exitCode: number) => void): Command {
  const command = new Command("catalogue")
    .description("list chains, regions and ids: those of your account, or the snapshot that comes with this package")
    .option("--chain <slug>", "only this chain, for example ethereum-mainnet")
    .action(async (options: CatalogueOptions) => {
      const rows = rowsOf(await readCatalogue(terminal), options.chain);
      terminal.out(formatOf(options) === "json" ? `${JSON.stringify(rows, undefined, 2)}\n` : tableOf(columns, rows));
      end(exitCodes.ok);
    });
  for (const option of formatOptions(["table", "json"])) {
    command.addOption(option);
  }
  return command;
}

interface ReadCatalogue extends Catalogue {
  readonly protocols?: ReadonlyMap<string, string>;
}

/** @throws {ConfigError} for a setting that is malformed: whoever sets one does not mean the snapshot */
async function readCatalogue(terminal: Terminal): Promise<ReadCatalogue> {
  const reading = settingsOf(terminal);
  const { baseUrl, apiKey, isOffline } = reading.settings;
  const isLive = baseUrl !== undefined && apiKey !== undefined && isOffline !== true;
  if (isLive || reading.problems.length > 0) {
    const account = new Account(requireSettings(reading), new AbortController().signal);
    return liveCatalogue(await account.deploymentOptions());
  }
  const why = isOffline === true ? "The setting offline is on" : "Base URL and key are not both set";
  note(
    terminal,
    `${why}: this is the catalogue of ${bundledCatalogue.madeAt} that comes with the package, and not all of it is known.`,
  );
  return bundledCatalogue;
}

/** @throws {CommandFailure} for a chain that the catalogue does not hold */
function rowsOf(catalogue: ReadCatalogue, chain: string | undefined): readonly Row[] {
  const { options, protocols, known } = catalogue;
  if (chain !== undefined && !known.chain.includes(chain)) {
    const near = suggestName(catalogue, "chain", chain);
    throw new CommandFailure(
      `There is no chain "${chain}" in the catalogue${near === undefined ? `. Known: ${known.chain.join(", ")}` : `; did you mean "${near}"?`}`,
    );
  }
  // A chain whose places nobody told still exists.
  const placeless = [...(protocols ?? [])]
    .filter(([slug]) => !options.some((option) => option.chain === slug))
    .map(([slug, protocol]): Row => ({ ...rowOf({ chain: slug, protocol }) }));
  return [...options.map(rowOf), ...placeless]
    .filter((row) => chain === undefined || row.chain === chain)
    .sort((a, b) => compare(a.chain, b.chain) || compare(a.provider, b.provider) || compare(a.region, b.region));
}

function rowOf({ chain, protocol, region, provider, blockchain, cloud }: Partial<CatalogueOption>): Row {
  const cells = { chain, protocol, region, provider, blockchain, cloud };
  return Object.fromEntries(columns.map((column) => [column, cells[column] ?? null])) as Row;
}

function compare(a: string | null, b: string | null): number {
  return (a ?? "") < (b ?? "") ? -1 : a === b ? 0 : 1;
}
