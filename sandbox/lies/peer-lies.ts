import { withValue } from "./change";
import type { Lie, LieFamily, Lies } from "./lie";

/** Where a family counts its peers: method or path, path of the number, and how it is written. */
const counts: readonly (readonly [LieFamily, RegExp | string, string, (peers: number) => unknown])[] = [
  ["evm", "net_peerCount", "", (peers) => `0x${peers.toString(16)}`],
  ["tron", "net_peerCount", "", (peers) => `0x${peers.toString(16)}`],
  ["filecoin", "net_peerCount", "", (peers) => `0x${peers.toString(16)}`],
  ["utxo", "getnetworkinfo", "connections", (peers) => peers],
  ["polkadot", "system_health", "peers", (peers) => peers],
  ["xrpl", "server_state", "state.peers", (peers) => peers],
  ["cosmos", "net_info", "n_peers", String],
  ["beacon", /\/node\/peer_count$/, "data.connected", String],
];

const families = [...new Set(counts.map(([family]) => family))];

/** Numbers of peers. */
export const peerLies: Lies = {
  "no-peers": lie("the node has no peers", 0),
  peers: lie("the node has 25 peers, also where its software does not count them", 25),
};

function lie(summary: string, peers: number): Lie {
  return {
    summary,
    families,
    call: (outcome, call) => {
      const [, , field, write] = counts.find(([family, at]) => family === call.family && at === call.method) ?? [];
      if (field === undefined || write === undefined) {
        return undefined;
      }
      const body = "result" in outcome ? outcome.result : undefined;
      const result = field === "" ? write(peers) : withValue(body, field, write(peers));
      return result === undefined ? undefined : { result };
    },
    read: (body, { family, path }) => {
      const row = counts.find(([of, at]) => of === family && at instanceof RegExp && at.test(path));
      return row === undefined ? undefined : withValue(body, row[2], row[3](peers));
    },
  };
}
