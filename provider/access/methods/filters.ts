import { ShapeError } from "../../errors/errors.js";
import { z } from "../../vendor/zod.js";
import { chosen, decoded, flag, hash32, listOf } from "../codec/decode.js";
import { addressInput, blockInput, hashInput, idInput } from "../codec/encode.js";
import type { BlockInput, Hex } from "../codec/values.js";
import { type CallOptions, largeBodyBytes } from "../settings.js";
import { type Log, logSchema } from "./evm.js";
import { plainRead, rpcMember, rpcMemberAs, rpcMethod } from "./method.js";

/** Selects logs. Blocks default to the latest one. */
export interface LogFilter {
  /** First block. @default "latest" */
  readonly fromBlock?: BlockInput | undefined;
  /** Last block. @default "latest" */
  readonly toBlock?: BlockInput | undefined;
  /** One block only, instead of `fromBlock` and `toBlock`; not every node accepts it for `eth_newFilter`. */
  readonly blockHash?: string | undefined;
  /** One or several contracts. @default every contract */
  readonly address?: string | readonly string[] | undefined;
  /**
   * By position: a topic, alternatives of which one must match, or null for any.
   *
   * Whether a log with fewer topics than the list matches depends on the node: yes on anvil, no on others.
   */
  readonly topics?: readonly (string | readonly string[] | null)[] | undefined;
}

/** Selects logs in any block. */
const logMatch = {
  address: oneOrMore(addressInput).optional(),
  topics: z.array(oneOrMore(hashInput).nullable()).readonly().optional(),
};

/** Schema of a subscription's filter: it starts now and has no end. @internal */
export const liveLogFilterInput = z.strictObject(logMatch);

/** Schema of the filter as sent. */
const logFilterInput = z
  .strictObject({
    fromBlock: blockInput.optional(),
    toBlock: blockInput.optional(),
    blockHash: hashInput.optional(),
    ...logMatch,
  })
  .refine(
    ({ blockHash, fromBlock, toBlock }) =>
      blockHash === undefined || (fromBlock === undefined && toBlock === undefined),
    { path: ["blockHash"], message: "excludes fromBlock and toBlock" },
  );

function oneOrMore<Input>(item: z.ZodType<unknown, Input>): z.ZodType<unknown, Input | readonly Input[]> {
  const list = z.array(item);
  return chosen<unknown, Input | readonly Input[]>((value) => (Array.isArray(value) ? list : item));
}

const filterId = decoded("a filter id (0x and hex digits)", (value) =>
  typeof value === "string" && /^0x[0-9a-f]{1,64}$/i.test(value) ? (value as Hex) : undefined,
);

const logs = listOf(logSchema);
const hashes = listOf(hash32);

/** Result of a poll: hashes for a filter of blocks or pending transactions, logs for a filter of logs. */
const changes = chosen<readonly Log[] | readonly Hex[]>((value) =>
  Array.isArray(value) && typeof value[0] === "string" ? hashes : logs,
);

function logsOf(changes: readonly Log[] | readonly Hex[]): readonly Log[] {
  if (changes.some((change) => typeof change === "string")) {
    const method = "eth_getFilterChanges";
    const what = `the filter gives hashes, not logs, and this poll has taken them: use call("${method}", [id]) for it`;
    throw new ShapeError(`${method}: ${what}.`, { method, path: "result" });
  }
  return changes as readonly Log[];
}

/**
 * Filters: created on the node, polled by the caller, removed after about 5 minutes without a poll. On shared nodes a
 * poll may reach a different backend than the one with the filter, which responds "filter not found".
 *
 * @see https://ethereum.github.io/execution-apis/
 */
export const filterMethods = {
  /**
   * Creates a filter of logs and returns its id. It exists on one backend, until about 5 minutes after the last poll.
   * The smallest plan allows 10 000 blocks.
   */
  newFilter: rpcMember("eth_newFilter")<[filter: LogFilter], Hex>({
    parameters: ["filter"],
    params: z.tuple([logFilterInput]),
    result: filterId,
    isRepeatable: false,
  }),

  /** Creates a filter of new blocks and returns its id. */
  eth_newBlockFilter: plainRead<Hex>(filterId, { isRepeatable: false }),

  /**
   * Logs since the last poll of a filter. Each log is returned once: when a response is lost, its logs are lost too.
   */
  getFilterChanges: rpcMemberAs("eth_getFilterChanges")<
    [id: string],
    readonly Log[] | readonly Hex[],
    (id: string, options?: CallOptions) => Promise<readonly Log[]>
  >({
    parameters: ["id"],
    params: z.tuple([idInput]),
    result: changes,
    isRepeatable: false,
    // Hardhat's response for an unknown filter.
    nullMeans: "no-filter",
    maxBodyBytes: largeBodyBytes,
    member: (call) => async (id, options) => logsOf(await call([id], options)),
  }),

  /** Every log of a filter, polled before or not. */
  getFilterLogs: rpcMember("eth_getFilterLogs")<[id: string], readonly Log[]>({
    parameters: ["id"],
    params: z.tuple([idInput]),
    result: logs,
    maxBodyBytes: largeBodyBytes,
  }),

  /** Removes a filter: true when it existed, else false. */
  uninstallFilter: rpcMember("eth_uninstallFilter")<[id: string], boolean>({
    parameters: ["id"],
    params: z.tuple([idInput]),
    result: flag,
    isRepeatable: false,
  }),

  /**
   * Logs in a range of blocks: up to 100 blocks on the smallest plan, 10 000 above. Needs no filter, so any backend can
   * answer.
   */
  eth_getLogs: rpcMethod<[filter: LogFilter], readonly Log[]>({
    parameters: ["filter"],
    params: z.tuple([logFilterInput]),
    result: logs,
    maxBodyBytes: largeBodyBytes,
  }),
};
