/** The methods that a probe may call: read-only, cheap, bounded. Any other is rejected before it is sent. */
export const allowedMethods: ReadonlySet<string> = new Set([
  "eth_chainId",
  "eth_getBlockByNumber",
  "eth_syncing",
  "web3_clientVersion",
  "getblockchaininfo",
  "getblockhash",
  "getblockheader",
]);
