/**
 * `host:port` of the engine's gRPC server. Only a provider process has one: the engine passes it as the last argument,
 * after flags for logging and tracing.
 */
export function engineAddress(): string | undefined {
  const last = process.argv.at(-1);
  return last !== undefined && /^[\w.[\]:]+:\d+$/.test(last) ? last : undefined;
}
