import { isLoopback } from "../base/loopback.js";
import { decodedPart, redactor } from "../base/redact.js";
import { ConfigError } from "../errors/errors.js";
import type { NodeEndpoints } from "./endpoints.js";

/** The interfaces of a node that this package speaks. */
export type Interface = "beacon" | "https" | "wss";

/** Where and how the calls to one interface of a node go: what every request needs, and the means to keep it secret. */
export interface EndpointTarget {
  /** The address without user info. Secret: the key may be part of its path. */
  readonly url: URL;
  /** Host and port: the only part of the address that may be shown. */
  readonly host: string;
  /** Basic authentication, where the address holds no key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same, for a GET. */
  readonly getHeaders: Readonly<Record<string, string>>;
  /** The same, for a POST of JSON. */
  readonly postHeaders: Readonly<Record<string, string>>;
  /** Blanks whatever is secret about this node in a text. */
  readonly redact: (text: string) => string;
}

// The platform's tokens have 32 hex digits; 28 is the length from which a path segment counts as one.
const tokenShape = /^[0-9a-f]{28,}$/i;

// Anything this long in a path is treated as a credential when a text is blanked.
const shortestPathSecret = 16;

const schemes: Readonly<Record<Interface, { readonly secure: string; readonly plain: string; readonly what: string }>> =
  {
    https: { secure: "https", plain: "http", what: "HTTP" },
    wss: { secure: "wss", plain: "ws", what: "WebSocket" },
    beacon: { secure: "https", plain: "http", what: "beacon" },
  };

/**
 * Reads where an interface of a node is from its endpoints. User info of the URL moves to the authorization header; user name
 * and password are used when the URL holds no key.
 *
 * @throws {ConfigError} when there is no such endpoint, it is not a URL, or it is not encrypted beyond this machine
 */
export function endpointTarget(endpoints: NodeEndpoints, which: Interface = "https"): EndpointTarget {
  const { secure, plain, what } = schemes[which];
  const value = endpoints[which];
  if (value === undefined || value === "") {
    throw new ConfigError(`The node has no ${what} endpoint to call: its \`endpoints.${which}\` is missing.`);
  }
  // Not `new URL` alone: its error carries the whole text, key included.
  if (typeof value !== "string" || !URL.canParse(value)) {
    throw new ConfigError(`The node's \`endpoints.${which}\` is not a URL.`);
  }
  const url = new URL(value);
  if (url.protocol !== `${secure}:` && !(url.protocol === `${plain}:` && isLoopback(url.hostname))) {
    throw new ConfigError(
      url.protocol === `${plain}:`
        ? `The node's \`endpoints.${which}\` is plain ${plain} to ${url.host}: a key goes over ${secure} only, except to this machine.`
        : `The node's \`endpoints.${which}\` is neither ${secure} nor ${plain}.`,
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
 * Every value of a node's endpoints that must not be shown: key, password, gRPC token, and of each URL the user info, the
 * long parts of the path, and the values of the query.
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
  return part.length >= shortestPathSecret;
}

function credentialsOf(url: URL, endpoints: NodeEndpoints): string | undefined {
  if (url.username !== "" || url.password !== "") {
    return `${decodedPart(url.username)}:${decodedPart(url.password)}`;
  }
  const { username, password } = endpoints;
  return username === undefined || password === undefined || holdsKey(url, endpoints)
    ? undefined
    : `${username}:${password}`;
}

function holdsKey(url: URL, { key }: NodeEndpoints): boolean {
  const place = `${url.pathname}${url.search}`;
  return (
    (key !== undefined && key !== "" && place.includes(key)) ||
    url.pathname.split("/").some((part) => tokenShape.test(part))
  );
}
