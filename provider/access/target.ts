import { isLoopback } from "../base/loopback.js";
import { decodedPart, redactor } from "../base/redact.js";
import { ConfigError } from "../errors/errors.js";
import type { NodeEndpoints } from "./endpoints.js";

/** The supported endpoints of a node. */
export type Interface = "beacon" | "https" | "wss";

/** How to call one endpoint of a node: what every request needs, and the means to keep it secret. */
export interface EndpointTarget {
  /** URL without user info. Secret: the key may be part of its path. */
  readonly url: URL;
  /** Host and port: the only part of the URL that is safe to show. */
  readonly host: string;
  /** Basic authentication, where the URL contains no key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same, for a GET. */
  readonly getHeaders: Readonly<Record<string, string>>;
  /** The same, for a POST of JSON. */
  readonly postHeaders: Readonly<Record<string, string>>;
  /** Redacts the node's secrets in a text. */
  readonly redact: (text: string) => string;
}

// The platform's tokens have 32 hex digits; path segments from 28 digits on count as a token.
const tokenShape = /^[0-9a-f]{28,}$/i;

// Path segments from this length on are treated as credentials when a text is redacted.
const minSecretLength = 16;

const schemes: Readonly<Record<Interface, { readonly secure: string; readonly plain: string; readonly what: string }>> =
  {
    https: { secure: "https", plain: "http", what: "HTTP" },
    wss: { secure: "wss", plain: "ws", what: "WebSocket" },
    beacon: { secure: "https", plain: "http", what: "beacon" },
  };

/**
 * Reads an endpoint of a node. User info in the URL moves to the authorization header; user name and password are used
 * when the URL contains no key.
 *
 * @throws {ConfigError} when the endpoint is missing, not a URL, or unencrypted (except on loopback)
 */
export function endpointTarget(endpoints: NodeEndpoints, which: Interface = "https"): EndpointTarget {
  const { secure, plain, what } = schemes[which];
  const value = endpoints[which];
  if (value === undefined || value === "") {
    throw new ConfigError(`The node has no ${what} endpoint: \`endpoints.${which}\` is missing.`);
  }
  // Not `new URL` directly: its error contains the whole text, key included.
  if (typeof value !== "string" || !URL.canParse(value)) {
    throw new ConfigError(`\`endpoints.${which}\` of the node is not a URL.`);
  }
  const url = new URL(value);
  if (url.protocol !== `${secure}:` && !(url.protocol === `${plain}:` && isLoopback(url.hostname))) {
    throw new ConfigError(
      url.protocol === `${plain}:`
        ? `\`endpoints.${which}\` of the node is plain ${plain} to ${url.host}, which would expose the key: use ${secure}, or ${plain} on loopback.`
        : `\`endpoints.${which}\` of the node is neither ${secure} nor ${plain}.`,
    );
  }
  const credentials = credentialsOf(url, endpoints);
  url.username = "";
  url.password = "";
  url.hash = "";
  const basic = credentials === undefined ? undefined : Buffer.from(credentials, "utf8").toString("base64");
  const headers: Readonly<Record<string, string>> = basic === undefined ? {} : { authorization: `Basic ${basic}` };
  const getHeaders = { accept: "application/json", ...headers };
  return {
    url,
    host: url.host,
    headers,
    getHeaders,
    postHeaders: { "content-type": "application/json", ...getHeaders },
    redact: redactor([...endpointSecrets(endpoints), basic]),
  };
}

/**
 * Every secret value in a node's endpoints: key, password, gRPC token, and of each URL the user info, the long path
 * segments, and the query values.
 */
function endpointSecrets(endpoints: NodeEndpoints): readonly (string | undefined)[] {
  const secrets = [endpoints.key, endpoints.password, endpoints.username, endpoints.grpcToken];
  for (const value of Object.values(endpoints)) {
    if (value?.includes("://") && URL.canParse(value)) {
      const url = new URL(value);
      secrets.push(url.username, url.password);
      secrets.push(...url.pathname.split("/").filter(isLong), ...url.searchParams.values());
    }
  }
  return secrets;
}

function isLong(part: string): boolean {
  return part.length >= minSecretLength;
}

function credentialsOf(url: URL, endpoints: NodeEndpoints): string | undefined {
  if (url.username !== "" || url.password !== "") {
    return `${decodedPart(url.username)}:${decodedPart(url.password)}`;
  }
  const { username, password } = endpoints;
  return username === undefined || password === undefined || containsKey(url, endpoints)
    ? undefined
    : `${username}:${password}`;
}

function containsKey(url: URL, { key }: NodeEndpoints): boolean {
  const pathAndQuery = `${url.pathname}${url.search}`;
  return (
    (key !== undefined && key !== "" && pathAndQuery.includes(key)) ||
    url.pathname.split("/").some((part) => tokenShape.test(part))
  );
}
