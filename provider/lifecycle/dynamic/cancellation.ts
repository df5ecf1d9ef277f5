import { subscribe } from "node:diagnostics_channel";
import type { Http2Server, Http2Session, IncomingHttpHeaders } from "node:http2";
import { Server } from "node:net";

const cancelPath = "/pulumirpc.ResourceProvider/Cancel";

/** A call as it arrives, before any of its content. */
interface Heard {
  readonly stream: { readonly session?: Http2Session | undefined };
  readonly headers: IncomingHttpHeaders;
}

/**
 * Listens for the engine's call `Cancel`, which comes with the first Ctrl-C and before every end of the process. The
 * SDK answers it without telling a dynamic provider, so it is overheard, beside the SDK's own listener and without a
 * hand in any call. Where a runtime offers neither of the two ways, nothing is heard.
 *
 * @param hear receives the connection of the engine that it came through
 */
export function onCancel(hear: (connection: Http2Session | undefined) => void): void {
  const overhear = ({ session }: Heard["stream"], headers: Heard["headers"]) => {
    if (headers[":path"] === cancelPath) {
      hear(session);
    }
  };
  // The documented way, of Node 22.17 and 24.2; before that nobody publishes to this channel.
  subscribe("http2.server.stream.created", (message) => {
    const { stream, headers } = message as Heard;
    overhear(stream, headers);
  });
  for (const server of openServers()) {
    server.on("stream", overhear);
  }
}

/** The HTTP/2 servers of this process: the SDK keeps its own to itself. */
function openServers(): readonly Http2Server[] {
  const { _getActiveHandles: handles } = process as { readonly _getActiveHandles?: () => readonly unknown[] };
  return (handles?.call(process) ?? []).filter(
    (handle): handle is Http2Server => handle instanceof Server && handle.listenerCount("stream") > 0,
  );
}
