import { connect } from "node:http2";
import { backOff } from "../http/back-off.js";

// A listener whose queue is full refuses too, on some systems and for a moment.
const refusalsOfLost = 2;
const firstPauseMs = 50;
const longestPauseMs = 1_000;

/**
 * Watches whether the engine lives, by one idle HTTP/2 session to its gRPC server. A killed engine says no farewell, and
 * its launcher stands between it and a provider process, which so keeps its parent: nothing but the port tells.
 *
 * @param address `host:port` of the engine
 * @param onLost called once, when the session has ended and nobody listens at the address any more
 */
export function watchEngine(address: string, onLost: () => void): void {
  let refusals = 0;
  const pauseMs = backOff(firstPauseMs, longestPauseMs);
  const hold = () => {
    let isRefused = false;
    const session = connect(`http://${address}`);
    // The watch must not be what keeps a process alive.
    session.unref();
    session.on("error", (error) => {
      isRefused = "code" in error && error.code === "ECONNREFUSED";
    });
    session.once("close", () => {
      // Every other end, such as a session that the engine closed or that this machine could not open, proves nothing.
      refusals = isRefused ? refusals + 1 : 0;
      if (refusals === refusalsOfLost) {
        onLost();
        return;
      }
      setTimeout(hold, pauseMs()).unref();
    });
  };
  hold();
}
