import { isIPv4 } from "node:net";

/** Whether a URL's host is this machine (127.0.0.0/8, ::1, localhost), where plain http does not expose secrets. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));
}
