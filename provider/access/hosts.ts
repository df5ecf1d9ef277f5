import type { NodeEndpoints } from "./endpoints.js";

/** Host, with a port other than the default, of each URL among endpoints: the part of them that is not secret. */
export function hostsOf(endpoints: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(endpoints).flatMap(([name, value]) =>
      typeof value === "string" && value.includes("://") && URL.canParse(value) ? [[name, new URL(value).host]] : [],
    ),
  );
}

/** Host of the main endpoint; empty if there is none. */
export function mainHost(endpoints: NodeEndpoints): string {
  const { https, beacon, wss } = hostsOf(endpoints);
  return https ?? beacon ?? wss ?? "";
}
