import { isProviderError, type ProviderError, ShapeError, TransportError } from "../../errors/errors.js";

/**
 * The error when a WebSocket ended since the node broke a rule, which it would do again.
 *
 * @param code with which it was closed
 * @param name what the caller asked for
 * @param maxBytes longest message that is read
 */
export function brokenRule(code: number, name: string, host: string, maxBytes: number): ProviderError | undefined {
  if (code === 1009) {
    return new TransportError(`${name}: a message of ${host} exceeds ${maxBytes} bytes.`, "too-large", false);
  }
  return code === 1002 || code === 1007
    ? new ShapeError(`${name}: ${host} broke the WebSocket protocol (code ${code}).`, { method: name })
    : undefined;
}

/** Whether an error of an attempt to reach a node may be gone with the next one. */
export function mayPass(error: unknown): boolean {
  if (isProviderError(error, "transport")) {
    const { kind } = error;
    return kind === "dns" || kind === "refused" || kind === "reset" || kind === "timeout";
  }
  const isStarting = isProviderError(error, "rpc") && error.kind === "starting";
  return isStarting || isProviderError(error, "unavailable");
}
