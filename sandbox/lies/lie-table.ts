import { beaconLies } from "./beacon-lies";
import { evmLies } from "./evm-lies";
import { gatewayLies } from "./gateway-lies";
import { type Lie, type LieFamily, type Lies, lieFamilies } from "./lie";
import { peerLies } from "./peer-lies";
import { shapeLies } from "./shape-lies";
import { solanaLies } from "./solana-lies";
import { syncLies } from "./sync-lies";
import { utxoLies } from "./utxo-lies";

const groups: readonly Lies[] = [
  ...[syncLies, evmLies, utxoLies, beaconLies, solanaLies],
  ...[peerLies, shapeLies, gatewayLies],
];

/** Every lie by name; a name that several families have, such as `finality-late`, has a row of each. */
export const lieTable: ReadonlyMap<string, readonly Lie[]> = groups.reduce((table, group) => {
  for (const [name, lie] of Object.entries(group)) {
    table.set(name, [...(table.get(name) ?? []), lie]);
  }
  return table;
}, new Map<string, readonly Lie[]>());

/** Every lie in a line: name, families, what it is. */
export function describeLies(): readonly string[] {
  return [...lieTable].flatMap(([name, lies]) =>
    lies.map(({ families, summary }) => `${name} (${describeFamilies(families)}): ${summary}`),
  );
}

function describeFamilies(families: readonly LieFamily[]): string {
  const missing = lieFamilies.filter((family) => !families.includes(family));
  if (missing.length === 0) {
    return "all";
  }
  return missing.length <= 4 ? `all but ${missing.join(", ")}` : families.join(", ");
}
