import type { TestNode } from "../nodes/nodes";

type Rpc = TestNode["rpc"];

/** What {@link deployCallTree} deployed. */
export interface CallTree {
  readonly account: string;
  /** Returns 42. */
  readonly leaf: string;
  /** Writes one slot and emits one Transfer event. */
  readonly writer: string;
  /** Reverts with the four bytes deadbeef. */
  readonly reverter: string;
  /** Calls all of them, one through another contract, one by DELEGATECALL; the last call reverts. */
  readonly root: string;
  /** Hash of the transaction that called {@link CallTree.root}. */
  readonly hash: string;
}

/** Signature of `Transfer(address,address,uint256)`. */
export const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const gas = "0x7a120";
const returns = "60206000f3";
const call = (to: string) => `6020600060006000600073${to.slice(2)}5af150`;
const staticCall = (to: string) => `602060006000600073${to.slice(2)}5afa50`;
const delegateCall = (to: string) => `602060006000600073${to.slice(2)}5af450`;

// Just after its start geth has no receipts.
const whileIndexing = (error: unknown): null => {
  if (error instanceof Error && error.message.includes("indexing is in progress")) {
    return null;
  }
  throw error;
};

/** Sends a transaction to a node that mines at once, and returns its receipt. */
export async function transact(rpc: Rpc, transaction: object): Promise<Readonly<Record<string, string>>> {
  const hash = await rpc("eth_sendTransaction", [transaction]);
  for (;;) {
    const receipt = await rpc("eth_getTransactionReceipt", [hash]).catch(whileIndexing);
    if (receipt !== null) {
      return receipt as Record<string, string>;
    }
  }
}

/**
 * Deploys five contracts on a fresh node and calls the last one: CALL(CALL(CALL, STATICCALL, CALL), DELEGATECALL,
 * CALL), of which the last inner call reverts. Addresses and hash are the same every time.
 */
export async function deployCallTree(rpc: Rpc): Promise<CallTree> {
  const [account = ""] = (await rpc("eth_accounts")) as string[];
  const deploy = async (runtime: string) => {
    const size = (runtime.length / 2).toString(16).padStart(4, "0");
    const receipt = await transact(rpc, { from: account, data: `0x61${size}80600c6000396000f3${runtime}`, gas });
    return receipt.contractAddress ?? "";
  };
  const leaf = await deploy(`602a600052${returns}`);
  const writer = await deploy(`600160005560aa6000527f${transferTopic.slice(2)}60206000a160016000f3`);
  const reverter = await deploy("63deadbeef60e01b60005260046000fd");
  const mid = await deploy(`${call(leaf)}${staticCall(leaf)}${call(writer)}${returns}`);
  const root = await deploy(`${call(mid)}${delegateCall(leaf)}${call(reverter)}${returns}`);
  const receipt = await transact(rpc, { from: account, to: root, gas });
  return { account, leaf, writer, reverter, root, hash: receipt.transactionHash ?? "" };
}
