import type { NodeKind } from "../kind";
import { anvil } from "./anvil";
import { bcoin } from "./bcoin";
import { litecoind } from "./litecoind";

const byProtocol: Readonly<Record<string, NodeKind>> = { bitcoin: bcoin, litecoin: litecoind };

/** The node software behind a protocol. */
export function nodeSoftware(protocol: string): NodeKind {
  return byProtocol[protocol] ?? anvil;
}
