import { algorand } from "./families/algorand";
import { aptos } from "./families/aptos";
import { cosmos } from "./families/cosmos";
import { filecoin } from "./families/filecoin";
import { near } from "./families/near";
import { polkadot } from "./families/polkadot";
import { solana } from "./families/solana";
import { starknet } from "./families/starknet";
import { stellar } from "./families/stellar";
import { sui } from "./families/sui";
import { tezos } from "./families/tezos";
import { ton } from "./families/ton";
import { tron } from "./families/tron";
import { xrpl } from "./families/xrpl";
import type { RecordedFamily } from "./family";

const byProtocol: Readonly<Record<string, RecordedFamily>> = {
  algorand,
  aptos,
  cosmos,
  filecoin,
  near,
  polkadot,
  solana,
  starknet,
  stellar,
  sui,
  tezos,
  ton,
  tron,
  xrpl,
};

/** The family of a protocol whose nodes have no process behind them. */
export function recordedFamily(protocol: string): RecordedFamily | undefined {
  return Object.hasOwn(byProtocol, protocol) ? byProtocol[protocol] : undefined;
}
