import { readCount } from "../../access/codec/decode.js";
import type { BeaconSyncing } from "../../access/rest/beacon-methods.js";
import type { BeaconSlots } from "../chains/chain-table.js";
import { duration } from "../head-age.js";
import type { CheckResult } from "../verdict.js";

// Slots behind, by the node's own account: more than the first number is a warning, more than the second means syncing.
const distanceLimits = { warn: 2, syncing: 6 } as const;
// Slots behind the wall clock: a few may be without a block.
const maxSlotsBehind = 4;
// Epochs from the finalized to the current one: two in a faultless chain.
const finalityLimits = { usual: 3, warn: 4 } as const;

/** The clock of a chain by its spec, where the spec lacks it by known facts. */
export function slotsOf(spec: Readonly<Record<string, unknown>>, known: BeaconSlots | undefined): Partial<BeaconSlots> {
  const seconds = readCount(spec.SECONDS_PER_SLOT) ?? 0;
  // The name since 2025, next to the older one for a while.
  const slotMs = (readCount(spec.SLOT_DURATION_MS) ?? 0) || 1000 * seconds || known?.slotMs;
  const slotsPerEpoch = (readCount(spec.SLOTS_PER_EPOCH) ?? 0) || known?.slotsPerEpoch;
  return {
    ...(slotMs === undefined ? {} : { slotMs }),
    ...(slotsPerEpoch === undefined ? {} : { slotsPerEpoch }),
  };
}

/** The slot at a time; negative before the start of the chain. */
export function slotAt(nowMs: number, genesisMs: number, slotMs: number): number {
  return Math.floor((nowMs - genesisMs) / slotMs);
}

/**
 * Checks what a beacon node reports about its progress. A node that does not report syncing may still be behind.
 *
 * @param isStarted false before genesis, when there is nothing to sync
 */
export function checkSync(status: BeaconSyncing, isStarted: boolean): CheckResult {
  const distance = Number(status.syncDistance);
  const evidence = {
    check: "beacon-sync",
    observed: `${distance} slots`,
    value: distance,
    threshold: `${distanceLimits.syncing} slots`,
  } as const;
  if (status.isExecutionOffline === true) {
    const why = "the execution client of the beacon node is offline";
    return { ...evidence, observed: "execution client offline", verdict: "unhealthy", cause: "execution", why };
  }
  if (!isStarted) {
    return { ...evidence, verdict: "healthy", why: "the chain has not started yet" };
  }
  const behind = `${distance} slots behind by its own account, limit ${distanceLimits.syncing}`;
  if (status.isSyncing) {
    const why = `the beacon node reports that it is syncing, ${behind}`;
    return { ...evidence, verdict: "syncing", cause: "syncing", why };
  }
  if (distance > distanceLimits.syncing) {
    const why = `the beacon node does not report syncing, but is ${behind}`;
    return { ...evidence, verdict: "syncing", cause: "syncing", why };
  }
  if (status.isOptimistic === true) {
    const why = "the execution client of the beacon node has not verified the head yet (optimistic)";
    return { ...evidence, observed: "optimistic head", verdict: "syncing", cause: "execution", why };
  }
  const why = `the beacon node is ${behind}`;
  return distance > distanceLimits.warn
    ? { ...evidence, verdict: "degraded", cause: "syncing", why: `${why}, warning above ${distanceLimits.warn}` }
    : { ...evidence, verdict: "healthy", why };
}

/**
 * Compares the head with the wall clock, which no node can misreport.
 *
 * @param slotNow negative before the start of the chain
 * @param syncing evidence that the node is catching up, which turns an old head into `syncing`
 */
export function checkBeaconHead(
  slotNow: number,
  headSlot: number,
  slotMs: number,
  syncing: string | undefined,
): CheckResult {
  if (slotNow < 0) {
    const why = `the chain starts in ${duration(-slotNow * slotMs)}`;
    return { check: "beacon-head", verdict: "healthy", cause: "not-started", observed: "not started", why };
  }
  const behind = Math.max(0, slotNow - headSlot);
  const evidence = {
    check: "beacon-head",
    observed: `${behind} slots`,
    value: behind,
    threshold: `${maxSlotsBehind} slots`,
  } as const;
  const age = behind === 0 ? "" : ` (${duration(behind * slotMs)})`;
  const why = `head slot ${headSlot} is ${behind} slots${age} behind the wall clock, limit ${maxSlotsBehind}`;
  if (behind <= maxSlotsBehind) {
    return { ...evidence, verdict: "healthy", why };
  }
  return syncing === undefined
    ? { ...evidence, verdict: "unhealthy", cause: "stale", why }
    : { ...evidence, verdict: "syncing", cause: "syncing", why: `${why}; ${syncing}` };
}

/** Checks how far the finalized epoch is behind the current one. Late finality usually concerns the whole chain. */
export function checkFinality(epochNow: number, finalizedEpoch: number): CheckResult {
  const behind = Math.max(0, epochNow - finalizedEpoch);
  const evidence = {
    check: "beacon-finality",
    observed: `${behind} epochs`,
    value: behind,
    threshold: `${finalityLimits.warn} epochs`,
  } as const;
  const why = `finalized epoch ${finalizedEpoch} is ${behind} epochs behind, usual are up to ${finalityLimits.usual}`;
  return behind > finalityLimits.warn
    ? { ...evidence, verdict: "degraded", cause: "late", why: `${why}; often the whole chain is late` }
    : { ...evidence, verdict: "healthy", why };
}

/** Checks the number of peers of a node that is not behind a load balancer. */
export function checkPeers(connected: number): CheckResult {
  const evidence = {
    check: "beacon-peers",
    observed: `${connected} peers`,
    value: connected,
    threshold: "1 peer",
  } as const;
  return connected === 0
    ? { ...evidence, verdict: "degraded", cause: "no-peers", why: "the beacon node has no peers" }
    : { ...evidence, verdict: "healthy", why: `the beacon node has ${connected} peers` };
}
