import { beaconChainOf } from "../beacon/chain";
import { type LieFamily, lieFamilies } from "../lies/lie";
import type { Node } from "../state/model";

const utxoProtocols: readonly string[] = ["bitcoin", "litecoin"];

/** The family of a protocol's main API: its own name, `utxo` or `evm`. */
export function familyOf(protocol: string): LieFamily {
  return lieFamilies.find((family) => family === protocol) ?? (utxoProtocols.includes(protocol) ? "utxo" : "evm");
}

/** The families of a node's APIs. */
export function familiesOf({ protocol, slug }: Node): readonly LieFamily[] {
  return [familyOf(protocol), ...(beaconChainOf(slug) === undefined ? [] : (["beacon"] as const))];
}
