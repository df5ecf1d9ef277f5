import { type RecordedFamily, recordedAges } from "../family";
import { jsonRpcAt, parameter, type RecordedMethods, RecordedRpcError, type RpcParams } from "../json-rpc";
import type { RecordedView } from "../view";

const transactionsPerCheckpoint = 12;

const methods: RecordedMethods = {
  sui_getChainIdentifier: (_params, { identity }) => identity,
  sui_getLatestCheckpointSequenceNumber: (_params, { head }) => String(head),
  sui_getTotalTransactionBlocks: (_params, { head }) => String(head * transactionsPerCheckpoint),
  sui_getCheckpoint: checkpoint,
};

/** Sui, as sui-node responds: JSON-RPC without batches. */
export const sui: RecordedFamily = {
  family: "sui",
  software: "sui-node",
  version: "1.58.3",
  apiNamespaces: [],
  hasWebSocket: false,
  ageSeconds: recordedAges,
  chain: {
    slug: "sui-mainnet",
    blockMs: 250,
    anchor: [96_000_000, Date.UTC(2025, 0, 1)],
    identity: "35834a8a",
    wrongIdentity: "4c78adac",
  },
  interfaces: [
    jsonRpcAt([""], methods, {
      notPost: { status: 405, headers: { allow: "POST" } },
      batch: {
        status: 200,
        body: {
          jsonrpc: "2.0",
          error: { code: -32005, message: "Batched requests are not supported by this server" },
          id: null,
        },
      },
    }),
  ],
};

function checkpoint(params: RpcParams, view: RecordedView): unknown {
  const id = parameter(params, 0, "id");
  const sequence = typeof id === "string" && /^\d+$/.test(id) ? Number(id) : undefined;
  if (sequence === undefined) {
    throw new RecordedRpcError(-32602, "Invalid params", "invalid checkpoint id");
  }
  if (sequence > view.head) {
    throw new RecordedRpcError(-32602, `Verified checkpoint not found for sequence number ${sequence}`);
  }
  return {
    epoch: String(Math.floor(sequence / 345_600)),
    sequenceNumber: String(sequence),
    digest: view.base58(sequence),
    networkTotalTransactions: String(sequence * transactionsPerCheckpoint),
    previousDigest: view.base58(sequence - 1),
    epochRollingGasCostSummary: {
      computationCost: "3821000000",
      storageCost: "98000000",
      storageRebate: "71000000",
      nonRefundableStorageFee: "720000",
    },
    timestampMs: String(view.timeOf(sequence)),
    transactions: [view.base58(`transaction ${sequence}`)],
    checkpointCommitments: [],
    validatorSignature: view.base64(`signature ${sequence}`),
  };
}
