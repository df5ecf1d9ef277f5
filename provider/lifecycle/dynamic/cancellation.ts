import { subscribe } from "node:diagnostics_channel";
import type { Http2Server, Http2Session, IncomingHttpHeaders } from "node:http2";
import { Server } from "node:net";

const cancelPath = "/pulumirpc.ResourceProvider/Cancel";

interface IncomingCall {
  readonly stream: { readonly session?: Http2Session | undefined };
  readonly headers: IncomingHttpHeaders;
}

/**
 * Observes the engine's call `Cancel`, which it sends on the first Ctrl-C and before every end of the process. The SDK
 * answers it without forwarding it to a dynamic provider: this listens next to the SDK, without touching any call. On a
 * runtime that supports neither of the two ways, `listener` is never called.
 *
 * @param listener receives the engine's connection
 */
export function onCancel(listener: (connection: Http2Session | undefined) => void): void {
  const observe = ({ session }: IncomingCall["stream"], headers: IncomingCall["headers"]) => {
    if (headers[":path"] === cancelPath) {
      listener(session);
    }
  };
  // The documented way, since Node 22.17 and 24.2; earlier versions do not publish to this channel.
  subscribe("http2.server.stream.created", (message) => {
    const { stream, headers } = message as IncomingCall;
    observe(stream, headers);
  });
  for (const server of openServers()) {
    server.on("stream", observe);
  }
}

/** The HTTP/2 servers of this process: the SDK does not expose its own. */
function openServers(): readonly Http2Server[] {
  const { _getActiveHandles: handles } = process as { readonly _getActiveHandles?: () => readonly unknown[] };
  return (handles?.call(process) ?? []).filter(
    (handle): handle is Http2Server => handle instanceof Server && handle.listenerCount("stream") > 0,
  );
}
