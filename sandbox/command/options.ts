import { parseArgs } from "node:util";
import { errorMessage } from "../base/error-message";
import type { SandboxOptions } from "../index";
import { changeSettings, defaultSettings, type Settings } from "../state/settings";

/** A parsed command line. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "start"; readonly options: SandboxOptions; readonly isJson: boolean; readonly staysAlone: boolean }
  | { readonly kind: "usage"; readonly problem: string };

type SettingKey = keyof Settings & string;

/** Options that change a setting: name, setting, help text. */
const settingOptions: readonly (readonly [name: string, key: SettingKey, help: string])[] = [
  ["latency-ms", "latencyMs", "delay of every management response (0)"],
  ["node-limit", "nodeLimit", "nodes per organization, above it 403 quota_exceeded (no limit)"],
  ["node-start", "nodeStart", "create: start processes with their nodes; request: at the first request (create)"],
  ["page-size", "pageSize", "rows of a list page (100)"],
  ["rate-limit", "rateLimitPerSecond", "management requests per second and key, above it 429 (no limit)"],
  ["regional-seconds", "regionalSeconds", "how long regional and dedicated nodes stay pending (3)"],
];

/** Text of --help. */
export const helpText = `Usage: blockchain-nodes-sandbox [options]

Emulates the management API of the platform on 127.0.0.1, with real nodes behind it.

  ${"--port N".padEnd(22)} port (a free one)
  ${"--json".padEnd(22)} print one JSON line {"baseUrl","apiKey","admin"} when ready
  ${"--seed N".padEnd(22)} repeatable keys, tokens and ids
${settingOptions.map(([name, , help]) => `  ${`--${name} V`.padEnd(22)} ${help}`).join("\n")}
  ${"--set KEY=VALUE".padEnd(22)} any other setting of the admin interface; repeatable
  ${"--keep-running".padEnd(22)} keep running when the parent process exits
  ${"--help".padEnd(22)} show this help
`;

/** Parses the command line; an error becomes a one-line message. */
export function readCommand(args: readonly string[]): Command {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(settingOptions.map(([name]) => [name, { type: "string" as const }])),
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        "keep-running": { type: "boolean" },
        port: { type: "string" },
        seed: { type: "string" },
        set: { type: "string", multiple: true },
      },
    });
    if (values.help === true) {
      return { kind: "help" };
    }
    const port = wholeNumber("port", values.port, 65_535);
    const seed = wholeNumber("seed", values.seed, 2 ** 32 - 1);
    const options = {
      ...(port !== undefined && { port }),
      ...(seed !== undefined && { seed }),
      settings: readSettings(values),
    };
    const { json = false, "keep-running": staysAlone = false } = values;
    return { kind: "start", options, isJson: json === true, staysAlone: staysAlone === true };
  } catch (error) {
    const [problem = ""] = errorMessage(error).split("\n");
    return { kind: "usage", problem };
  }
}

function readSettings(values: Readonly<Record<string, unknown>>): Partial<Settings> {
  const named = settingOptions.map(([name, key]) => [name, key, values[name]] as const);
  const pairs = Array.isArray(values.set) ? values.set.map(String) : [];
  const free = pairs.map((pair) => {
    const [, key = pair, value = ""] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
    return [`set ${key}`, key, value] as const;
  });
  const settings: Record<string, unknown> = {};
  for (const [name, key, value] of [...named, ...free]) {
    if (typeof value === "string") {
      const change = { [key]: jsonOrText(value) };
      try {
        changeSettings(defaultSettings(), change);
      } catch (error) {
        const reason = errorMessage(error);
        throw new Error(`--${name} ${reason.slice(key.length).replace(/^[: ]+/, "")}`);
      }
      Object.assign(settings, change);
    }
  }
  return settings;
}

function jsonOrText(value: string): unknown {
  return /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(value) ? (JSON.parse(value) as unknown) : value;
}

function wholeNumber(name: string, value: unknown, max: number): number | undefined {
  if (typeof value !== "string") {
    return undefined;
  }
  if (!/^\d+$/.test(value) || Number(value) > max) {
    throw new Error(`--${name} must be an integer from 0 to ${max}`);
  }
  return Number(value);
}
