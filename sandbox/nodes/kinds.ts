import { anvil } from "./anvil";
import { bcoin } from "./bcoin";
import type { NodeKind } from "./kind";

/** The node software behind a protocol. */
export function nodeSoftware(protocol: string): NodeKind {
  return protocol === "bitcoin" ? bcoin : anvil;
}
