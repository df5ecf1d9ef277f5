import { createHmac } from "node:crypto";

/** A block as the Engine API carries it. */
export interface Payload {
  readonly blockHash: string;
  readonly blockNumber: string;
  readonly timestamp: string;
}

/** Blocks to add to a chain. */
export interface BlockPlan {
  /** Seconds from one block to the next. */
  readonly stepSeconds: number;
  /** Who receives the fees: blocks that differ in this are another branch. @default the zero address */
  readonly feeRecipient?: string;
}

/** The consensus side of an execution node: what its beacon node would do. */
export interface Engine {
  /** Adds one block on top of the head and makes it the new head. */
  addBlock(plan: BlockPlan): Promise<Payload>;
  /** Time of the head, seconds since the epoch. */
  headSeconds(): number;
  /** Announces a block of another node as the head, whose ancestors this node may lack. */
  announce(payload: Payload): Promise<string>;
}

interface PayloadStatus {
  readonly status: string;
  readonly validationError?: string | null;
}

interface ForkchoiceResult {
  readonly payloadStatus: PayloadStatus;
  readonly payloadId: string | null;
}

type Call = (method: string, ...params: readonly unknown[]) => Promise<unknown>;

const zeroHash = `0x${"0".repeat(64)}`;
const zeroAddress = `0x${"0".repeat(40)}`;

/**
 * Connects to the Engine API of a node that is at its genesis.
 *
 * @param secret 32 bytes that the node shares with its beacon node
 * @param genesis hash and time of the first block
 */
export function connectEngine(url: string, secret: Buffer, genesis: Pick<Payload, "blockHash" | "timestamp">): Engine {
  const call = caller(url, secret);
  let head = genesis;
  let withdrawals = 0;
  const choose = async (hash: string, attributes: object | null) =>
    (await call(
      "engine_forkchoiceUpdatedV2",
      { headBlockHash: hash, safeBlockHash: zeroHash, finalizedBlockHash: zeroHash },
      attributes,
    )) as ForkchoiceResult;
  const submit = async (payload: Payload) => (await call("engine_newPayloadV2", payload)) as PayloadStatus;

  return {
    addBlock: async ({ stepSeconds, feeRecipient = zeroAddress }) => {
      const index = hex(withdrawals);
      withdrawals += 1;
      const started = await choose(head.blockHash, {
        timestamp: hex(Number(head.timestamp) + stepSeconds),
        prevRandao: zeroHash,
        suggestedFeeRecipient: feeRecipient,
        // Changes the state: the state of an empty block is its parent's.
        withdrawals: [{ index, validatorIndex: "0x0", address: `0x${"11".repeat(20)}`, amount: "0x1" }],
      });
      const built = (await call("engine_getPayloadV2", started.payloadId)) as { readonly executionPayload: Payload };
      const payload = built.executionPayload;
      expectValid(await submit(payload));
      expectValid((await choose(payload.blockHash, null)).payloadStatus);
      head = payload;
      return payload;
    },
    headSeconds: () => Number(head.timestamp),
    announce: async (payload) => {
      await submit(payload);
      return (await choose(payload.blockHash, null)).payloadStatus.status;
    },
  };
}

function expectValid({ status, validationError }: PayloadStatus): void {
  if (status !== "VALID") {
    throw new Error(`The block is ${status}: ${validationError ?? "no reason given"}`);
  }
}

function caller(url: string, secret: Buffer): Call {
  return async (method, ...params) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token(secret)}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) {
      throw new Error(`${method}: ${error.message}`);
    }
    return result;
  };
}

// Valid for a minute after it was issued.
function token(secret: Buffer): string {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const content = `${encoded({ alg: "HS256", typ: "JWT" })}.${encoded({ iat: Math.floor(Date.now() / 1000) })}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
