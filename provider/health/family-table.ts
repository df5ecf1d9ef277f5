import type { ChainFamily } from "./chains/chains.js";
import { algorand } from "./families/algorand.js";
import { aptos } from "./families/aptos.js";
import { cosmos } from "./families/cosmos.js";
import { evmWithFilecoin } from "./families/filecoin.js";
import { near } from "./families/near.js";
import { polkadot } from "./families/polkadot.js";
import { solana } from "./families/solana.js";
import { starknet } from "./families/starknet.js";
import { stellar } from "./families/stellar.js";
import { sui } from "./families/sui.js";
import { tezos } from "./families/tezos.js";
import { ton } from "./families/ton.js";
import { tron } from "./families/tron.js";
import { utxo } from "./families/utxo.js";
import { xrpl } from "./families/xrpl.js";
import type { ProbeFamily } from "./family.js";

/** The probe of each family of chains. */
export const families: Readonly<Record<Exclude<ChainFamily, "other">, ProbeFamily>> = {
  algorand,
  aptos,
  cosmos,
  evm: evmWithFilecoin,
  near,
  polkadot,
  solana,
  starknet,
  stellar,
  sui,
  tezos,
  ton,
  tron,
  utxo,
  xrpl,
};
