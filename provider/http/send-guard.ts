/** Blocks requests that must not be sent now, such as a write of a process whose engine has died. */
export interface SendGuard {
  /**
   * Resolves as soon as a request may be sent.
   *
   * @returns whether that took a wait, so that the request needs a new turn at the limiter
   * @throws the signal's reason when it aborts first
   */
  ready(signal?: AbortSignal): Promise<boolean>;
  /** Whether a request is blocked, as known without waiting: checked right before its first byte is sent. */
  isBlocked(): boolean;
}
