import { createHash } from "node:crypto";
import type { NodeCondition } from "../nodes/condition";
import type { BeaconChain } from "./chain";

/** Blocks before the head that can be found by root. */
const searchableSlots = 1024;

/** A finality checkpoint. */
export interface Checkpoint {
  readonly epoch: number;
  readonly root: string;
}

/** A node's view of a beacon chain at one time; every slot has a block. */
export class BeaconView {
  readonly chain: BeaconChain;
  /** Slot by the wall clock. */
  readonly currentSlot: number;
  readonly headSlot: number;
  readonly isSyncing: boolean;
  /** Whether the head does not move. */
  readonly isStalled: boolean;
  /** Value of `DEPOSIT_CHAIN_ID`. */
  readonly chainId: number;
  readonly genesisValidatorsRoot: string;

  constructor(chain: BeaconChain, { mode, plan, since }: NodeCondition, nowMs: number) {
    this.chain = chain;
    this.currentSlot = slotAt(chain, nowMs);
    this.headSlot = slotAt(chain, (plan.isMining ? nowMs : since) - plan.ageSeconds * 1000);
    this.isSyncing = mode === "stale" || mode === "behind";
    this.isStalled = mode === "stale";
    this.chainId = plan.isWrongChain ? (plan.wrongChainId ?? chain.chainId + 1) : chain.chainId;
    this.genesisValidatorsRoot = plan.isWrongChain ? this.hash("validators") : chain.genesisValidatorsRoot;
  }

  /** Slot of the last finalized checkpoint. */
  get finalizedSlot(): number {
    return this.finality(this.headSlot).finalized.epoch * this.chain.slotsPerEpoch;
  }

  /** Start of a slot, milliseconds since 1970. */
  startOf(slot: number): number {
    return (this.chain.genesisTime + slot * this.chain.secondsPerSlot) * 1000;
  }

  /** Epoch of a slot. */
  epochOf(slot: number): number {
    return Math.floor(slot / this.chain.slotsPerEpoch);
  }

  /** A hash that is the same on every node of the chain. */
  hash(what: string): string {
    return `0x${createHash("sha256").update(`${this.chain.configName} ${this.chainId} ${what}`).digest("hex")}`;
  }

  /** Root of the block of a slot. */
  rootOf(slot: number): string {
    return this.hash(`block ${slot}`);
  }

  /** Checkpoints in the state of a slot; finalized is two epochs behind. */
  finality(slot: number): Readonly<Record<"currentJustified" | "finalized" | "previousJustified", Checkpoint>> {
    const epoch = this.epochOf(slot);
    return {
      previousJustified: this.checkpoint(epoch - 2),
      currentJustified: this.checkpoint(epoch - 1),
      finalized: this.checkpoint(epoch - 2),
    };
  }

  /** Checkpoint of an epoch, not before genesis. */
  checkpoint(epoch: number): Checkpoint {
    const clamped = Math.max(0, epoch);
    return { epoch: clamped, root: this.rootOf(clamped * this.chain.slotsPerEpoch) };
  }

  /** The slot of a block root: genesis, or one of the last 1024 slots. */
  slotOfRoot(root: string): number | undefined {
    for (let slot = this.headSlot; slot >= 0 && slot > this.headSlot - searchableSlots; slot -= 1) {
      if (this.rootOf(slot) === root) {
        return slot;
      }
    }
    return this.rootOf(0) === root ? 0 : undefined;
  }
}

function slotAt({ genesisTime, secondsPerSlot }: BeaconChain, ms: number): number {
  return Math.max(0, Math.floor((ms / 1000 - genesisTime) / secondsPerSlot));
}
