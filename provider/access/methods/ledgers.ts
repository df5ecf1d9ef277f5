import { z } from "../../vendor/zod.js";
import { count, decoded, flag, moment, optional, readCount, text } from "../codec/decode.js";
import { plainRead } from "./method.js";

/** State of an XRP Ledger server. */
export interface ServerState {
  /** `full`, `validating` and `proposing` are in sync; `connected`, `syncing` and `tracking` are not yet. */
  readonly serverState: string;
  /** Ranges of available ledgers, for example `32570-94000000`. */
  readonly completeLedgers: string;
  /** 0 for mainnet, 1 for testnet; absent on old servers, and where the operator did not configure it. */
  readonly networkId?: number | undefined;
  /** Number of the last validated ledger; absent while there is none. */
  readonly validatedLedger?: number | undefined;
  /** Seconds since the last validated ledger closed; absent on most servers. */
  readonly validatedLedgerAgeSeconds?: number | undefined;
  /** When the last validated ledger closed; absent while there is none. */
  readonly validatedLedgerTime?: Date | undefined;
  /** Whether the server is too old for the rules of the network, and cannot follow it; absent if not. */
  readonly isAmendmentBlocked?: boolean | undefined;
}

// Times of the XRP Ledger are seconds since 2000.
const rippleEpochSeconds = 946_684_800;
const closeTime = decoded("seconds since 2000", (value) => {
  const seconds = readCount(value);
  return seconds === undefined || seconds > 1e11 ? undefined : new Date((seconds + rippleEpochSeconds) * 1000);
});

const serverState: z.ZodType<ServerState> = z
  .object({
    state: z.object({
      server_state: text,
      complete_ledgers: text,
      network_id: count.optional(),
      amendment_blocked: flag.optional(),
      validated_ledger: z
        .object({ seq: count.optional(), age: count.optional(), close_time: closeTime.optional() })
        .optional(),
    }),
  })
  .transform(({ state }) => ({
    serverState: state.server_state,
    completeLedgers: state.complete_ledgers,
    networkId: state.network_id,
    validatedLedger: state.validated_ledger?.seq,
    validatedLedgerAgeSeconds: state.validated_ledger?.age,
    validatedLedgerTime: state.validated_ledger?.close_time,
    isAmendmentBlocked: state.amendment_blocked,
  }));

/** Status of a Stellar RPC server. */
export interface LedgerHealth {
  readonly status: string;
  readonly latestLedger: number;
  /** Oldest retained ledger. */
  readonly oldestLedger: number;
}

/** Its schema. @internal */
export const ledgerHealth: z.ZodType<LedgerHealth> = z.looseObject({
  status: text,
  latestLedger: count,
  oldestLedger: count,
});

/** The latest ledger of a Stellar RPC server. */
export interface LatestLedger {
  readonly sequence: number;
  /** When it closed; absent on old servers. */
  readonly closeTime?: Date | undefined;
}

/**
 * Methods that health checks of XRP Ledger and Stellar need; taken from their documentation, not tested on their nodes.
 */
export const ledgerMethods = {
  /** XRP Ledger: server state. */
  server_state: plainRead(serverState),
  /** Stellar: the latest ledger. */
  getLatestLedger: plainRead<LatestLedger>(z.looseObject({ sequence: count, closeTime: optional(moment).optional() })),
  /** Stellar: network passphrase, which identifies the network. */
  getNetwork: plainRead<{ readonly passphrase: string }>(z.looseObject({ passphrase: text })),
};
