import { isProviderError, type ProviderError, ShapeError, TransportError } from "../../errors/errors.js";

/**
 * The error for a WebSocket closed because of a protocol violation, which the node would repeat.
 *
 * @param code close code
 * @param name name of the subscription
 * @param maxBytes maximum size of a message
 */
export function protocolViolation(
  code: number,
  name: string,
  host: string,
  maxBytes: number,
): ProviderError | undefined {
  if (code === 1009) {
    return new TransportError(`${name}: a message of ${host} exceeds ${maxBytes} bytes.`, "too-large", false);
  }
  return code === 1002 || code === 1007
    ? new ShapeError(`${name}: ${host} broke the WebSocket protocol (code ${code}).`, { method: name })
    : undefined;
}

/** Whether another attempt to reach the node may succeed after this error. */
export function isTemporary(error: unknown): boolean {
  if (isProviderError(error, "transport")) {
    const { kind } = error;
    return kind === "dns" || kind === "refused" || kind === "reset" || kind === "timeout";
  }
  const isStarting = isProviderError(error, "rpc") && error.kind === "starting";
  return isStarting || isProviderError(error, "unavailable");
}
