import { isObject } from "../../base/is-object.js";
import { renamed } from "../../base/renamed.js";
import { z } from "../../vendor/zod.js";
import { chosen, count, decoded, flag, hash32, jsonObject, quantity, text } from "../codec/decode.js";
import { countInput, encoded } from "../codec/encode.js";
import type { Hex } from "../codec/values.js";
import type { RestClient } from "./client.js";
import type { RestRead } from "./read.js";

/** A checkpoint: the first block of an epoch, a target of attestations. */
export interface Checkpoint {
  /** Epoch number. */
  readonly epoch: bigint;
  /** Root of that block. */
  readonly root: Hex;
}

/** What a validator would attest to. */
export interface AttestationData {
  /** The requested slot. */
  readonly slot: bigint;
  /** Committee index. */
  readonly index: number;
  /** Root of the head block at the slot. */
  readonly beaconBlockRoot: Hex;
  /** The last justified checkpoint. */
  readonly source: Checkpoint;
  /** The current epoch's checkpoint. */
  readonly target: Checkpoint;
}

/** Sync progress of a beacon node. `isSyncing: false` does not prove that it is at the head. */
export interface BeaconSyncing {
  /** Latest slot with a block. */
  readonly headSlot: bigint;
  /** How many slots behind the node believes it is. */
  readonly syncDistance: bigint;
  /** Status reported by the node. */
  readonly isSyncing: boolean;
  /** Whether the execution client has not yet verified the head; absent on old nodes. */
  readonly isOptimistic?: boolean | undefined;
  /** Whether the execution client is unreachable; absent on many nodes. */
  readonly isExecutionOffline?: boolean | undefined;
}

/** Start and identity of a beacon chain. */
export interface BeaconGenesis {
  /** Seconds since the epoch. */
  readonly genesisTime: bigint;
  /** Chain identity. */
  readonly genesisValidatorsRoot: Hex;
  /** Version of the first fork, 4 bytes. */
  readonly genesisForkVersion: Hex;
}

/** A block header. */
export interface BeaconHeader {
  /** Block root. */
  readonly root: Hex;
  /** Slot in which it was proposed. */
  readonly slot: bigint;
  /** Whether it is on the canonical chain. */
  readonly isCanonical: boolean;
}

/** The latest checkpoints of the chain. */
export interface FinalityCheckpoints {
  /** The justified one before the current one. */
  readonly previousJustified: Checkpoint;
  /** The latest one with votes of two thirds of the stake. */
  readonly currentJustified: Checkpoint;
  /** The latest irreversible one. */
  readonly finalized: Checkpoint;
}

/** A block or state: `head`, `finalized`, `justified`, `genesis`, a slot, or a root. */
export type BeaconId = bigint | number | string;

const root = decoded("a root (0x and hex digits)", (value) =>
  typeof value === "string" && /^0x(?:[0-9a-f]{2})+$/i.test(value) ? (value as Hex) : undefined,
);

const checkpoint: z.ZodType<Checkpoint> = z.object({ epoch: quantity, root: hash32 });

// The public standard: every number is a decimal string.
const nestedAttestation = renamed<AttestationData>({
  slot: quantity,
  index: count,
  beaconBlockRoot: ["beacon_block_root", hash32],
  source: checkpoint,
  target: checkpoint,
});

// As documented by the platform: flat, with numbers.
const flatAttestation = z
  .object({
    slot: quantity,
    index: count,
    beacon_block_root: root,
    source_epoch: quantity,
    source_root: root,
    target_epoch: quantity,
    target_root: root,
  })
  .transform(
    (flat): AttestationData => ({
      slot: flat.slot,
      index: flat.index,
      beaconBlockRoot: flat.beacon_block_root,
      source: { epoch: flat.source_epoch, root: flat.source_root },
      target: { epoch: flat.target_epoch, root: flat.target_root },
    }),
  );

const attestationForm = chosen<AttestationData>((value) =>
  isObject(value) && ("source" in value || "target" in value) ? nestedAttestation : flatAttestation,
);

// The standard has an envelope, the platform's documentation has none.
const attestation = chosen<AttestationData>((value) =>
  isObject(value) && "data" in value ? data(attestationForm) : attestationForm,
);

/** A slot as sent. */
const slotInput = encoded<bigint | number>("a slot (non-negative whole number)", (value) => {
  const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  return isWhole && value >= 0 ? String(value) : undefined;
});

const idInput = encoded<BeaconId>("head, finalized, justified, genesis, a slot or a root", (value) =>
  (typeof value === "bigint" || typeof value === "string" || Number.isSafeInteger(value)) &&
  /^(?:head|finalized|justified|genesis|\d{1,20}|0x[0-9a-f]{64})$/i.test(String(value))
    ? String(value)
    : undefined,
);

function beaconRead<Args, Result>(row: Omit<RestRead<Args, Result>, "root">): RestRead<Args, Result> {
  return { root: ["eth", "v1"], ...row };
}

function plainRead<Result>(path: string, result: z.ZodType<Result>, statuses?: readonly number[]) {
  return beaconRead<Record<string, never>, Result>({
    path: () => path,
    args: z.strictObject({}),
    ...(statuses === undefined ? {} : { statuses }),
    result,
  });
}

/** Unwraps the member `data` of the envelope. */
function data<Result>(schema: z.ZodType<Result>): z.ZodType<Result> {
  return z.object({ data: schema }).transform((envelope) => envelope.data as Result);
}

/**
 * Reads of the beacon API by operation of the public standard. Numbers are decimal strings on the wire.
 *
 * @see https://ethereum.github.io/beacon-APIs/
 */
export const beaconReads = {
  /**
   * Attestation data for a slot and a committee. Errors: the slot is in the future (by the node's clock), finalized, or
   * the node is syncing.
   */
  produceAttestationData: beaconRead<
    { readonly slot: bigint | number; readonly committeeIndex: number },
    AttestationData
  >({
    path: () => "validator/attestation_data",
    args: z.strictObject({
      slot: slotInput,
      committeeIndex: countInput.pipe(z.number().transform(String)),
    }),
    query: { slot: "slot", committeeIndex: "committee_index" },
    result: attestation,
  }),

  /**
   * Health by HTTP status only: 200 ready, 206 syncing, 503 not ready. Some nodes always respond with 200, and some
   * have no such path.
   */
  getHealth: plainRead<200 | 206 | 503>("node/health", z.literal([200, 206, 503]), [200, 206, 503]),

  /** Sync flag and head. */
  getSyncingStatus: plainRead<BeaconSyncing>(
    "node/syncing",
    data(
      renamed<BeaconSyncing>({
        headSlot: ["head_slot", quantity],
        syncDistance: ["sync_distance", quantity],
        isSyncing: ["is_syncing", flag],
        isOptimistic: ["is_optimistic", flag.optional()],
        isExecutionOffline: ["el_offline", flag.optional()],
      }),
    ),
  ),

  /** Number of peers. Meaningless behind a load balancer. */
  getPeerCount: plainRead<number>(
    "node/peer_count",
    data(z.object({ connected: count }).transform(({ connected }) => connected)),
  ),

  /** Name and version of the client. */
  getNodeVersion: plainRead<string>(
    "node/version",
    data(z.object({ version: text }).transform(({ version }) => version)),
  ),

  /** Start and identity of the chain. */
  getGenesis: plainRead<BeaconGenesis>(
    "beacon/genesis",
    data(
      renamed<BeaconGenesis>({
        genesisTime: ["genesis_time", quantity],
        genesisValidatorsRoot: ["genesis_validators_root", hash32],
        genesisForkVersion: ["genesis_fork_version", root],
      }),
    ),
  ),

  /** Chain constants by name, as strings: `SECONDS_PER_SLOT`, `DEPOSIT_CHAIN_ID` and others. */
  getSpec: plainRead<Readonly<Record<string, unknown>>>("config/spec", data(jsonObject)),

  /** A block header. */
  getBlockHeader: beaconRead<{ readonly blockId: BeaconId }, BeaconHeader>({
    path: ({ blockId }) => `beacon/headers/${blockId}`,
    args: z.strictObject({ blockId: idInput }),
    result: data(
      z
        .object({ root: hash32, canonical: flag, header: z.object({ message: z.object({ slot: quantity }) }) })
        .transform((block) => ({ root: block.root, slot: block.header.message.slot, isCanonical: block.canonical })),
    ),
  }),

  /** The latest checkpoints in a state. */
  getStateFinalityCheckpoints: beaconRead<{ readonly stateId: BeaconId }, FinalityCheckpoints>({
    path: ({ stateId }) => `beacon/states/${stateId}/finality_checkpoints`,
    args: z.strictObject({ stateId: idInput }),
    result: data(
      renamed<FinalityCheckpoints>({
        previousJustified: ["previous_justified", checkpoint],
        currentJustified: ["current_justified", checkpoint],
        finalized: checkpoint,
      }),
    ),
  }),
};

/** The beacon API of a node, one method per supported operation of the public standard. */
export type BeaconClient = RestClient<typeof beaconReads>;
