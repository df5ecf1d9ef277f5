import { z } from "zod";
import { renamed } from "../../base/renamed.js";
import {
  chosen,
  count,
  decoded,
  flag,
  type Hex,
  hash32,
  isObject,
  jsonObject,
  quantity,
  text,
} from "../codec/decode.js";
import { countInput, encoded } from "../codec/encode.js";
import type { RestClient } from "./client.js";
import type { RestRead } from "./read.js";

/** A point that attestations vote for: the first block of an epoch. */
export interface Checkpoint {
  /** Number of the epoch. */
  readonly epoch: bigint;
  /** Root of its first block. */
  readonly root: Hex;
}

/** What a validator would attest to. */
export interface AttestationData {
  /** The slot that was asked for. */
  readonly slot: bigint;
  /** Index of the committee. */
  readonly index: number;
  /** Root of the block that is the head of the chain at the slot. */
  readonly beaconBlockRoot: Hex;
  /** The last justified checkpoint. */
  readonly source: Checkpoint;
  /** The checkpoint of the current epoch. */
  readonly target: Checkpoint;
}

/** How far a beacon node is with catching up. `isSyncing: false` is no proof that it is at the head. */
export interface BeaconSyncing {
  /** Newest slot with a block. */
  readonly headSlot: bigint;
  /** Slots that the node thinks it is behind. */
  readonly syncDistance: bigint;
  /** What the node says of itself. */
  readonly isSyncing: boolean;
  /** Whether the execution client has not yet checked the head; absent on old nodes. */
  readonly isOptimistic?: boolean | undefined;
  /** Whether the execution client cannot be reached; absent on many nodes. */
  readonly isExecutionOffline?: boolean | undefined;
}

/** Begin and identity of a beacon chain. */
export interface BeaconGenesis {
  /** Seconds since the epoch. */
  readonly genesisTime: bigint;
  /** Identity of the chain. */
  readonly genesisValidatorsRoot: Hex;
  /** Version of the first fork, 4 bytes. */
  readonly genesisForkVersion: Hex;
}

/** Header of a block. */
export interface BeaconHeader {
  /** Root of the block. */
  readonly root: Hex;
  /** Slot in which it was proposed. */
  readonly slot: bigint;
  /** Whether it is part of the chain that the node follows. */
  readonly isCanonical: boolean;
}

/** The last checkpoints of the chain. */
export interface FinalityCheckpoints {
  /** The one justified before the current one. */
  readonly previousJustified: Checkpoint;
  /** The last one that two thirds of the stake voted for. */
  readonly currentJustified: Checkpoint;
  /** The last one that can no longer be taken back. */
  readonly finalized: Checkpoint;
}

/** A block or state: `head`, `finalized`, `justified`, `genesis`, a slot, or a root. */
export type BeaconId = bigint | number | string;

const root = decoded("a root (0x and hex digits)", (value) =>
  typeof value === "string" && /^0x(?:[0-9a-f]{2})+$/i.test(value) ? (value as Hex) : undefined,
);

const checkpoint: z.ZodType<Checkpoint> = z.object({ epoch: quantity, root: hash32 });

// The public standard, where every number is a decimal text.
const nestedAttestation = renamed<AttestationData>({
  slot: quantity,
  index: count,
  beaconBlockRoot: ["beacon_block_root", hash32],
  source: checkpoint,
  target: checkpoint,
});

// As the platform documents it: flat, with numbers.
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

// The standard has an envelope around it, the platform's documents have none.
const attestation = chosen<AttestationData>((value) =>
  isObject(value) && "data" in value ? data(attestationForm) : attestationForm,
);

/** A slot as it goes out. */
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

/** Takes the member `data` out of the envelope. */
function data<Result>(schema: z.ZodType<Result>): z.ZodType<Result> {
  return z.object({ data: schema }).transform((envelope) => envelope.data as Result);
}

const none = z.strictObject({});

/**
 * Reads of the beacon interface by the operation's name in the public standard. Numbers are decimal texts on the wire.
 *
 * @see https://ethereum.github.io/beacon-APIs/
 */
export const beaconReads = {
  /**
   * What a validator of a committee would attest to at a slot. Errors: the slot is in the future (by the node's clock), finalized, or the
   * node is syncing.
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
   * What the node says of itself by the HTTP status alone: 200 ready, 206 syncing, 503 not ready. Some answer 200 always, and some
   * have no such path.
   */
  getHealth: beaconRead<Record<string, never>, 200 | 206 | 503>({
    path: () => "node/health",
    args: none,
    statuses: [200, 206, 503],
    result: z.literal([200, 206, 503]),
  }),

  /** Sync flag and head. */
  getSyncingStatus: beaconRead<Record<string, never>, BeaconSyncing>({
    path: () => "node/syncing",
    args: none,
    result: data(
      renamed<BeaconSyncing>({
        headSlot: ["head_slot", quantity],
        syncDistance: ["sync_distance", quantity],
        isSyncing: ["is_syncing", flag],
        isOptimistic: ["is_optimistic", flag.optional()],
        isExecutionOffline: ["el_offline", flag.optional()],
      }),
    ),
  }),

  /** Connected peers. Means nothing behind a load balancer. */
  getPeerCount: beaconRead<Record<string, never>, number>({
    path: () => "node/peer_count",
    args: none,
    result: data(z.object({ connected: count }).transform(({ connected }) => connected)),
  }),

  /** Name and version of the software. */
  getNodeVersion: beaconRead<Record<string, never>, string>({
    path: () => "node/version",
    args: none,
    result: data(z.object({ version: text }).transform(({ version }) => version)),
  }),

  /** Begin and identity of the chain. */
  getGenesis: beaconRead<Record<string, never>, BeaconGenesis>({
    path: () => "beacon/genesis",
    args: none,
    result: data(
      renamed<BeaconGenesis>({
        genesisTime: ["genesis_time", quantity],
        genesisValidatorsRoot: ["genesis_validators_root", hash32],
        genesisForkVersion: ["genesis_fork_version", root],
      }),
    ),
  }),

  /** Constants of the chain by name, as texts: `SECONDS_PER_SLOT`, `DEPOSIT_CHAIN_ID` and others. */
  getSpec: beaconRead<Record<string, never>, Readonly<Record<string, unknown>>>({
    path: () => "config/spec",
    args: none,
    result: data(jsonObject),
  }),

  /** Header of a block. */
  getBlockHeader: beaconRead<{ readonly blockId: BeaconId }, BeaconHeader>({
    path: ({ blockId }) => `beacon/headers/${blockId}`,
    args: z.strictObject({ blockId: idInput }),
    result: data(
      z
        .object({
          root: hash32,
          canonical: flag,
          header: z.object({ message: z.object({ slot: quantity }) }),
        })
        .transform((block) => ({
          root: block.root,
          slot: block.header.message.slot,
          isCanonical: block.canonical,
        })),
    ),
  }),

  /** The last checkpoints as a state knows them. */
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

/** The beacon interface of a node, a method for each operation of the public standard that this package knows. */
export type BeaconClient = RestClient<typeof beaconReads>;
