/** Every method a probe may call: read-only, cheap, bounded. Anything else is refused before it is sent. */
export const allowedMethods: ReadonlySet<string> = new Set([
  "eth_chainId",
  "eth_getBlockByNumber",
  "eth_syncing",
  "web3_clientVersion",
  "getblockchaininfo",
  "getblockhash",
  "getblockheader",
]);
