import { type Command, InvalidArgumentError, Option } from "commander";
import { ConfigError } from "../../errors/errors.js";
import { type ProbeDepth, probeDepths } from "../../health/session/options.js";
import { parseDuration } from "../../lifecycle/timeouts.js";
import { type ListenAddress, parseListenAddress } from "./listen-address.js";

/** The formats of `health`. */
const healthFormats = ["table", "json", "junit", "prometheus"] as const;

/** Options of `health`, as commander parses them. */
export interface HealthOptions {
  readonly stack?: string;
  readonly state?: string;
  readonly endpoint?: string;
  readonly beacon?: string;
  readonly wss?: string;
  readonly chain?: string;
  /** Decimal. */
  readonly chainId?: string;
  readonly reference?: string;
  readonly format: (typeof healthFormats)[number];
  readonly json?: true;
  readonly depth: ProbeDepth;
  readonly maxCost?: number;
  readonly requestsPerSecond?: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly watch?: true;
  /** Milliseconds. */
  readonly interval: number;
  readonly serve?: ListenAddress;
}

/** Adds the options of `health`. URLs are not validated here, since a complaint of commander would repeat them. */
export function withHealthOptions(command: Command): Command {
  const options = [
    new Option("--stack <name>", "probe the nodes of this Pulumi stack; the selected one by default")
      .argParser(parseText)
      .conflicts(["state", "endpoint", "beacon"]),
    new Option(
      "--state <file>",
      "probe the nodes of this exported state (pulumi stack export --show-secrets); - is stdin",
    )
      .argParser(parseText)
      .conflicts(["endpoint", "beacon"]),
    new Option("--endpoint <url>", "probe one node; requires --chain or --chain-id"),
    new Option("--beacon <url>", "its beacon endpoint"),
    new Option("--wss <url>", "its WebSocket endpoint"),
    new Option("--chain <slug>", "its chain, for example ethereum-mainnet").argParser(parseText).conflicts("chainId"),
    new Option("--chain-id <number>", "the same for EVM chains").argParser(parseChainId),
    new Option("--reference <url>", "another node of the same chain to compare with; used by --depth full"),
    new Option("--format <format>", "output format").choices([...healthFormats]).default("table"),
    new Option("--json", "the same as --format json"),
    new Option("--depth <depth>", "how much is checked").choices([...probeDepths]).default("basic"),
    new Option("--max-cost <units>", "request units for each node (default: 30; capabilities 60; full 200)").argParser(
      parseUnits,
    ),
    new Option("--requests-per-second <number>", "limit for each host (default: none)").argParser(parseRate),
    new Option("--timeout <duration>", "deadline of each node").argParser(parseTime).default(60_000, "60s"),
    new Option("--watch", "repeat, and print changes only, until interrupted"),
    new Option("--interval <duration>", "time between the rounds of --watch and --serve")
      .argParser(parseTime)
      .default(30_000, "30s"),
    new Option("--serve <[host]:port>", "like --watch, and serve /metrics and /healthz").argParser(parseListenAddress),
  ];
  for (const option of options) {
    command.addOption(option);
  }
  return command;
}

/**
 * Rejects combinations that make no sense.
 *
 * @throws {ConfigError}
 */
export function checkCombination(options: HealthOptions): void {
  const { chain, chainId, endpoint, beacon, wss } = options;
  const isOneNode = endpoint !== undefined || beacon !== undefined;
  if (isOneNode && chain === undefined && chainId === undefined) {
    const option = endpoint === undefined ? "--beacon" : "--endpoint";
    throw new ConfigError(`${option} requires --chain or --chain-id: a node of the wrong chain must not pass.`);
  }
  if (!isOneNode && (chain !== undefined || chainId !== undefined || wss !== undefined)) {
    throw new ConfigError(
      "--chain, --chain-id and --wss describe the node of --endpoint or --beacon, which is missing.",
    );
  }
  const format = formatOf(options);
  const isRepeated = options.watch === true || options.serve !== undefined;
  if (isRepeated && format !== "table" && format !== "json") {
    throw new ConfigError(
      `--format ${format} is a report of one run: use table or json with --watch and --serve, which has /metrics.`,
    );
  }
}

export function formatOf({ format, json }: HealthOptions): HealthOptions["format"] {
  return json === true ? "json" : format;
}

function parseText(text: string): string {
  if (text.trim() === "") {
    throw new InvalidArgumentError("It is empty.");
  }
  return text;
}

function parseChainId(text: string): string {
  if (!/^(?:[0-9]{1,78}|0x[0-9a-f]{1,64})$/i.test(text) || BigInt(text) === 0n) {
    throw new InvalidArgumentError("It must be a chain id such as 1 or 11155111.");
  }
  return BigInt(text).toString();
}

function parseUnits(text: string): number {
  const units = Number(text);
  if (!/^[0-9]+$/.test(text) || units < 1 || !Number.isSafeInteger(units)) {
    throw new InvalidArgumentError("It must be a whole number of request units, at least 1.");
  }
  return units;
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (!/^[0-9]*\.?[0-9]+$/.test(text) || rate <= 0 || !Number.isFinite(rate)) {
    throw new InvalidArgumentError("It must be a number above 0.");
  }
  return rate;
}

// A timer of Node.js takes no more.
const longestMs = 2 ** 31 - 1;

function parseTime(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms > longestMs) {
    throw new InvalidArgumentError("It must be a duration such as 30s or 5m.");
  }
  return ms;
}
