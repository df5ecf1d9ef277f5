import { base58, sha256 } from "../base/encoding";
import type { NodeCondition } from "../nodes/condition";

/** Identity and timing of a chain without a process behind it. */
export interface RecordedChain {
  readonly slug: string;
  readonly blockMs: number;
  /** A height and its time in milliseconds since 1970; the other blocks follow at `blockMs`. */
  readonly anchor: readonly [height: number, atMs: number];
  /** What identifies the public network, such as its genesis hash. */
  readonly identity: string;
  /** The identity of its test network, which a node in mode `wrong-chain` shows. */
  readonly wrongIdentity: string;
}

/** A node's view of a chain at one time: heads follow the wall clock, hashes derive from chain and height. */
export class RecordedView {
  readonly chain: RecordedChain;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Height of the node. */
  readonly head: number;
  /** Height of the network, by the wall clock. */
  readonly networkHead: number;
  /** Whether the node says that it is catching up. */
  readonly isSyncing: boolean;
  /** The identity that the node shows. */
  readonly identity: string;
  readonly #seed: string;

  constructor(chain: RecordedChain, { mode, plan, since }: NodeCondition, nowMs: number) {
    this.chain = chain;
    this.nowMs = nowMs;
    this.networkHead = heightAt(chain, nowMs);
    this.head = heightAt(chain, (plan.isMining ? nowMs : since) - plan.ageSeconds * 1000);
    // A node that has lost its peers takes the last block that it saw for the head.
    this.isSyncing = mode === "behind";
    this.identity = plan.isWrongChain ? chain.wrongIdentity : chain.identity;
    this.#seed = `${chain.slug} ${this.identity}`;
  }

  /** Time of a block, milliseconds since 1970. */
  timeOf(height: number): number {
    const [anchorHeight, anchorMs] = this.chain.anchor;
    return anchorMs + (height - anchorHeight) * this.chain.blockMs;
  }

  /** Time of a block, whole seconds since 1970. */
  secondsOf(height: number): number {
    return Math.floor(this.timeOf(height) / 1000);
  }

  /** 32 bytes that are the same on every node of the chain. */
  hash(what: number | string): Buffer {
    return sha256(`${this.#seed} ${what}`);
  }

  /** A hash as hexadecimal digits. */
  hex(what: number | string): string {
    return this.hash(what).toString("hex");
  }

  /** A hash in Base58. */
  base58(what: number | string): string {
    return base58(this.hash(what));
  }

  /** A hash in Base64. */
  base64(what: number | string): string {
    return this.hash(what).toString("base64");
  }
}

function heightAt({ anchor: [height, atMs], blockMs }: RecordedChain, ms: number): number {
  return Math.max(1, height + Math.floor((ms - atMs) / blockMs));
}
