import { BlockList, isIP } from "node:net";
import { isLoopback } from "../base/loopback.js";
import { ConfigError } from "../errors/errors.js";

/** A proxy as the environment names it. */
export interface HttpProxy {
  /** Secret where it holds user info. */
  readonly url: URL;
  /** The environment variable that names it. */
  readonly variable: string;
}

/** First the variable of the scheme, then the one for all; each in lower case before upper case, as curl reads them. */
const variables: Readonly<Record<string, readonly string[]>> = {
  "http:": ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
  "ws:": ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
  "https:": ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
  "wss:": ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
};

const usualPorts: Readonly<Record<string, string>> = { "http:": "80", "ws:": "80", "https:": "443", "wss:": "443" };

/**
 * The proxy for a URL; undefined where the connection is a direct one, as those to this machine always are: a proxy elsewhere would look
 * for the host on its own machine.
 *
 * @throws {ConfigError} naming the variable whose value is no proxy: a connection past it would not be what was meant
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): HttpProxy | undefined {
  if (isLoopback(url.hostname)) {
    return undefined;
  }
  const variable = variables[url.protocol]?.find((name) => (environment[name] ?? "").trim() !== "");
  if (variable === undefined || isExcepted(url, environment.no_proxy?.trim() || environment.NO_PROXY || "")) {
    return undefined;
  }
  const value = (environment[variable] ?? "").trim();
  const written = value.includes("://") ? value : `http://${value}`;
  // The value is not repeated: it may hold a password.
  if (!URL.canParse(written) || !/^https?:$/.test(new URL(written).protocol)) {
    throw new ConfigError(
      `The environment variable ${variable} is not the URL of an HTTP proxy, such as http://proxy.example:3128. Correct it, or except ${url.hostname} in NO_PROXY.`,
    );
  }
  return { url: new URL(written), variable };
}

/** Whether a list as that of NO_PROXY names the host: by name or domain, address or range, each with a port or without; `*` is any. */
function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  const port = url.port === "" ? usualPorts[url.protocol] : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      // Colons without brackets are those of an address (IPv6).
      const [, name = entry, onPort] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
      return (onPort === undefined || onPort === port) && names(name.replace(/^\[|\]$/g, ""), host);
    });
}

function names(entry: string, host: string): boolean {
  const domain = entry.replace(/^\*?\.|\.$/g, "");
  return entry === "*" || host === domain || host.endsWith(`.${domain}`) || isInRange(entry, host);
}

/** Whether an address is the one of the entry (`::1` has several spellings), or in its range, such as 10.0.0.0/8. */
function isInRange(entry: string, host: string): boolean {
  const [network = "", bits] = entry.split("/");
  const family = isIP(network);
  const length = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits);
  if (family === 0 || isIP(host) !== family || !(length >= 0 && length <= (family === 4 ? 32 : 128))) {
    return false;
  }
  const range = new BlockList();
  const kind = family === 4 ? "ipv4" : "ipv6";
  range.addSubnet(network, length, kind);
  return range.check(host, kind);
}
