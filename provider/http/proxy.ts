import { BlockList, isIP } from "node:net";
import { isLoopback } from "../base/loopback.js";
import { ConfigError } from "../errors/errors.js";

/** A proxy from the environment. */
export interface HttpProxy {
  /** Secret if it holds user info. */
  readonly url: URL;
  /** The environment variable that names it. */
  readonly variable: string;
}

/** Whether connections to a URL use TLS. */
export function isSecure({ protocol }: URL): boolean {
  return protocol === "https:" || protocol === "wss:";
}

/**
 * The proxy for a URL; undefined for a direct connection, such as any to this machine: a proxy elsewhere would connect
 * to its own loopback address.
 *
 * @throws {ConfigError} with the variable whose value is not a proxy: connecting directly would bypass the user's
 * setting
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): HttpProxy | undefined {
  if (isLoopback(url.hostname)) {
    return undefined;
  }
  // First the variable of the scheme, then the general one; lower case before upper case, like curl.
  const variable = [isSecure(url) ? "https_proxy" : "http_proxy", "all_proxy"]
    .flatMap((name) => [name, name.toUpperCase()])
    .find((name) => (environment[name] ?? "").trim() !== "");
  if (variable === undefined || isExcepted(url, environment.no_proxy?.trim() || environment.NO_PROXY || "")) {
    return undefined;
  }
  const value = (environment[variable] ?? "").trim();
  const written = value.includes("://") ? value : `http://${value}`;
  // The message omits the value: it may hold a password.
  if (!URL.canParse(written) || !/^https?:$/.test(new URL(written).protocol)) {
    throw new ConfigError(
      `The environment variable ${variable} is not the URL of an HTTP proxy, such as http://proxy.example:3128. Correct it, or add ${url.hostname} to NO_PROXY.`,
    );
  }
  return { url: new URL(written), variable };
}

/**
 * Whether a NO_PROXY list includes the host: by name, domain, address or range, each with or without a port; `*`
 * matches any host.
 */
function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$|\.$/g, "");
  const port = url.port || (isSecure(url) ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      // Colons outside brackets belong to an IPv6 address.
      const [, name = entry, onPort] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
      return (onPort === undefined || onPort === port) && matches(name.replace(/^\[|\]$/g, ""), host);
    });
}

function matches(entry: string, host: string): boolean {
  const domain = entry.replace(/^\*?\.|\.$/g, "");
  return entry === "*" || host === domain || host.endsWith(`.${domain}`) || isInRange(entry, host);
}

/** Whether an address equals the entry (`::1` has several spellings) or is in its range, such as 10.0.0.0/8. */
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
