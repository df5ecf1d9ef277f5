import type { NodeEndpoints } from "../../access/endpoints.js";

type Details = Readonly<Record<string, unknown>>;

/** Keys of `details` that are not addresses or credentials. */
const plainDetails: ReadonlySet<string> = new Set(["mode", "version", "api_namespaces"]);

const names: Readonly<Record<string, keyof NodeEndpoints>> = {
  https_endpoint: "https",
  wss_endpoint: "wss",
  beacon_endpoint: "beacon",
  graphql_endpoint: "graphql",
  grpc_endpoint: "grpc",
  grpc_x_token: "grpcToken",
  metrics_endpoint: "metrics",
  auth_username: "username",
  auth_password: "password",
  auth_key: "key",
};

/** Endpoints that are URLs: they include the key of a v1 node. */
const urls: ReadonlySet<string> = new Set(["https", "wss", "beacon", "graphql", "metrics"]);

/**
 * The endpoints of a node from the platform's `details`, v1 or v2, without missing, null and empty values. A field that
 * this package does not know is kept, in camelCase: it may hold a token.
 */
export function endpointsOf(details: Details): NodeEndpoints {
  const key = asText(details.auth_key);
  const endpoints: Record<string, string> = {};
  for (const [wireName, value] of Object.entries(details)) {
    const text = asText(value);
    if (text !== undefined && !plainDetails.has(wireName)) {
      const name = String(Object.hasOwn(names, wireName) ? names[wireName] : camelCase(wireName));
      endpoints[name] = key !== undefined && urls.has(name) ? joinKey(text, key) : text;
    }
  }
  return endpoints;
}

/**
 * Endpoints that the platform shows, with recorded ones for those that it omits: a new URL gets the recorded key, a
 * recorded URL the new key.
 *
 * @param isKeyApart whether the platform shows the key separately, as in v1
 */
export function mergeEndpoints(shown: NodeEndpoints, recorded: NodeEndpoints, isKeyApart: boolean): NodeEndpoints {
  const key = shown.key ?? (isKeyApart ? recorded.key : undefined);
  const merged = Object.entries({ ...recorded, ...shown }).map(([name, text = ""]) => {
    if (key === undefined || !urls.has(name)) {
      return [name, text];
    }
    const isKept = shown[name] === undefined && recorded.key !== undefined;
    return [name, joinKey(isKept ? exchangeKey(text, recorded.key, key) : text, key)];
  });
  return Object.fromEntries(merged);
}

/** Replaces the key in a URL, where it is a part of its own. */
function exchangeKey(address: string, before: string, after: string): string {
  return address
    .split(/([/:@?&=#])/)
    .map((part) => (part === before ? after : part))
    .join("");
}

/** Prefixes after which the key goes, in paths that are not `/KEY/…`. */
const keyPlaces: readonly RegExp[] = [
  // Avalanche: last.
  /^\/(?:ws\/)?ext\/bc\/C\/(?:rpc|ws)(?=\/?$)/,
  // TON: between the version and the method.
  /^\/api\/v2(?=\/jsonRPC\/?$)/,
  // Beacon chain and WebSocket of shared hosts.
  /^\/beacon(?=\/|$)/,
  /^\/ws(?=\/?$)/,
];

/**
 * Adds the key of a v1 node to one of its URLs: as the first path segment, unless the chain has another place for it.
 * A URL that already contains the key, possibly as user info, is unchanged.
 */
export function joinKey(address: string, key: string): string {
  const url = urlOf(address);
  if (address.includes(key) || url === undefined) {
    return address;
  }
  const prefix = keyPlaces.map((place) => place.exec(url.pathname)?.[0]).find((found) => found !== undefined) ?? "";
  const rest = url.pathname.slice(prefix.length).replace(/^\/+$/, "");
  // Joined as text: the URL class would append a slash to a bare host and encode what the platform wrote.
  return `${url.protocol}//${userInfo(url)}${url.host}${prefix}/${key}${rest}${url.search}`;
}

function userInfo({ username, password }: URL): string {
  return username === "" ? "" : `${username}${password === "" ? "" : `:${password}`}@`;
}

/** Host and port of the main endpoint, which are not secret. */
export function hostOf(endpoints: NodeEndpoints): string | undefined {
  return urlOf(endpoints.https ?? endpoints.wss ?? "")?.host;
}

/** A URL with a host; `host.example:443` parses too, with the host as its scheme. */
function urlOf(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.host === "" ? undefined : url;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function camelCase(wireName: string): string {
  return wireName.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
}
