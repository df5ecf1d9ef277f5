import { InvalidArgumentError } from "commander";

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/**
 * Parses `:PORT` or `HOST:PORT`; an IPv6 host is in brackets. Without a host, only this machine can connect.
 *
 * @throws {InvalidArgumentError}
 */
export function parseListenAddress(text: string): ListenAddress {
  const [, host, port] = /^(?:(\[[0-9a-f:.]+\]|[\w.-]*):)?([0-9]{1,5})$/i.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw new InvalidArgumentError("It must be :PORT or HOST:PORT, for example :9100.");
  }
  return { host: (host ?? "").replace(/[[\]]/g, "") || "127.0.0.1", port: Number(port) };
}

/** The URL of a server at this address. */
export function urlOf({ host, port }: ListenAddress): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
