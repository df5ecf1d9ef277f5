/** Holds requests back that must not leave at present, such as a write of a process that nobody listens to any more. */
export interface SendGuard {
  /**
   * Resolves in the moment in which a request may leave.
   *
   * @returns whether that took a wait, so that its turn at a limiter has passed
   * @throws the signal's reason when it aborts first
   */
  ready(signal?: AbortSignal): Promise<boolean>;
  /** Whether a request has to stay, as far as is known without asking: looked at when its first byte is about to leave. */
  isBlocked(): boolean;
}
