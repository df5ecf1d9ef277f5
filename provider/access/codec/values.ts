/** Bytes as `0x` and two hexadecimal digits each, as on the wire. */
export type Hex = `0x${string}`;

/** A non-negative integer: bigint, a safe integer, or hex digits after `0x`. */
export type QuantityInput = bigint | number | Hex;

/**
 * A block: its number, a tag, or its hash where the node accepts one. 64 hex digits are a hash and are sent unchanged.
 */
export type BlockInput = QuantityInput | "earliest" | "finalized" | "latest" | "pending" | "safe";

/** The block whose resulting state is read, also as an object that specifies a hash or a number. */
export type StateBlockInput = BlockInput | BlockByHash | BlockByNumber;

/** A block by its hash. @see https://eips.ethereum.org/EIPS/eip-1898 */
export interface BlockByHash {
  /** 32 bytes. */
  readonly blockHash: string;
  /** Whether a block outside the canonical chain is an error. @default false */
  readonly requireCanonical?: boolean | undefined;
}

/** A block by its number. @see https://eips.ethereum.org/EIPS/eip-1898 */
export interface BlockByNumber {
  /** Height, or a tag. */
  readonly blockNumber: BlockInput;
}
