import type { TestNode } from "./nodes";

type Rpc = TestNode["rpc"];

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: number;
}

// Private key 1 of regtest and its address: anybody may spend what is mined to it.
const key = "EKBkTXRxkqTNhaC8mpXNefWqQ75i8fQRem4jMtBXC4q4MHyxwUEq";
const address = "RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh";
const script = "76a914751e76e8199196d454941c45d1b3a323f1433bd688ac";

/** Puts three chained transactions into the mempool of bcoin, and returns their ids in order. */
export async function chainOnBcoin(rpc: Rpc): Promise<readonly string[]> {
  const [block] = (await rpc("generatetoaddress", [101, address])) as string[];
  const { tx } = (await rpc("getblock", [block, true])) as { tx: string[] };
  const [txid = ""] = tx;
  const { value } = (await rpc("gettxout", [txid, 0, false])) as { value: number };
  const ids = await chain(rpc, address, { txid, vout: 0, amount: value }, (raw, coin) => {
    const spent = { txid: coin.txid, vout: coin.vout, scriptPubKey: script, amount: coin.amount };
    return rpc("signrawtransaction", [raw, [spent], [key]]);
  });
  // It adds transactions to its mempool only after responding.
  while (((await rpc("getrawmempool")) as string[]).length < ids.length) {}
  return ids;
}

/** The same on litecoind, with its own wallet. */
export async function chainOnLitecoind(rpc: Rpc): Promise<readonly string[]> {
  await rpc("createwallet", ["w"]);
  const to = (await rpc("getnewaddress", ["", "bech32"])) as string;
  await rpc("generatetoaddress", [101, to]);
  const [coin] = (await rpc("listunspent", [1])) as Coin[];
  return coin === undefined ? [] : chain(rpc, to, coin, (raw) => rpc("signrawtransactionwithwallet", [raw]));
}

async function chain(
  rpc: Rpc,
  to: string,
  first: Coin,
  sign: (raw: unknown, coin: Coin) => Promise<unknown>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let coin = first;
  for (let index = 0; index < 3; index += 1) {
    const amount = Number((coin.amount - 0.001).toFixed(8));
    const raw = await rpc("createrawtransaction", [[{ txid: coin.txid, vout: coin.vout }], { [to]: amount }]);
    const { hex } = (await sign(raw, coin)) as { hex: string };
    const txid = (await rpc("sendrawtransaction", [hex])) as string;
    ids.push(txid);
    coin = { txid, vout: 0, amount };
  }
  return ids;
}
