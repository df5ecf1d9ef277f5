import type { ProbeSession } from "./session/session.js";

/**
 * How nodes of one family of chains are probed. Each step records its evidence in the session; a call that fails is
 * evidence too, so that no step throws because of the node.
 */
export interface ProbeFamily {
  /** Identity, head and sync. Ends early on the wrong chain. */
  basic(session: ProbeSession): Promise<void>;
  /** What else the node offers; called after `basic` has established identity and head. */
  capabilities?(session: ProbeSession): Promise<void>;
  /** What takes many calls; called after `capabilities`. */
  full?(session: ProbeSession): Promise<void>;
}
