import { recordedFamily } from "../../recorded/by-protocol";
import type { NodeKind, NodeSoftware } from "../kind";
import { anvil } from "./anvil";
import { bcoin } from "./bcoin";
import { litecoind } from "./litecoind";

const byProtocol: Readonly<Record<string, NodeKind>> = { bitcoin: bcoin, litecoin: litecoind };

/** The process behind a protocol. */
export function nodeKind(protocol: string): NodeKind {
  return byProtocol[protocol] ?? anvil;
}

/** The node software behind a protocol, with a process or recorded. */
export function nodeSoftware(protocol: string): NodeSoftware {
  return recordedFamily(protocol) ?? nodeKind(protocol);
}
