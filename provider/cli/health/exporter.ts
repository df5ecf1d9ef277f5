import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../base/text.js";
import { verdictOf } from "../../health/formats/health-round.js";
import { healthMetricsText } from "../../health/formats/prometheus.js";
import { passes } from "../../health/verdict.js";
import { CommandFailure } from "../command.js";
import type { HealthFleet } from "./fleet.js";
import { type ListenAddress, urlOf } from "./listen-address.js";

/** A server of metrics. */
export interface Exporter {
  /** Its origin, with the port that it got. */
  readonly url: string;
  /** Ends it with all its connections. */
  close(): Promise<void>;
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const metricsType = "text/plain; version=0.0.4; charset=utf-8";
const plainType = "text/plain; charset=utf-8";

const pages: Readonly<Record<string, (fleet: HealthFleet) => Page>> = {
  "/": () => ({ status: 200, type: plainType, body: "/metrics\n/healthz\n" }),
  "/metrics": (fleet) => ({ status: 200, type: metricsType, body: healthMetricsText(fleet.round, fleet.counts) }),
  "/healthz": (fleet) => {
    const verdict = verdictOf(fleet.round);
    return { status: passes(verdict) ? 200 : 503, type: plainType, body: `${verdict}\n` };
  },
};

/**
 * Serves what is known about a fleet: `/metrics` in the Prometheus text format, and `/healthz`, which is 200 while the
 * gate passes, else 503. A request never causes a probe.
 *
 * @throws {CommandFailure} if the address cannot be used
 */
export async function startExporter(fleet: HealthFleet, address: ListenAddress): Promise<Exporter> {
  const server = createServer(({ method = "", url = "" }, response) => {
    const [path = ""] = url.split("?", 1);
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (method !== "GET" && method !== "HEAD") {
      respond(response, { status: 405, type: plainType, body: "GET only\n" }, { allow: "GET, HEAD" });
    } else {
      respond(response, page?.(fleet) ?? { status: 404, type: plainType, body: "/metrics\n/healthz\n" });
    }
  });
  try {
    server.listen(address);
    await once(server, "listening");
  } catch (error) {
    throw new CommandFailure(`--serve cannot listen on ${urlOf(address)}: ${messageOf(error)}`);
  }
  return {
    url: urlOf({ ...address, port: (server.address() as AddressInfo).port }),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function respond(response: ServerResponse, { status, type, body }: Page, headers: Record<string, string> = {}): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    "content-type": type,
    "content-length": length,
    "cache-control": "no-store",
    ...headers,
  });
  response.end(body);
}
