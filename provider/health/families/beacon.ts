import { readQuantity } from "../../access/codec/decode.js";
import { type BeaconGenesis, type BeaconSyncing, beaconReads } from "../../access/rest/beacon-methods.js";
import type { RestRead } from "../../access/rest/read.js";
import type { ProbeFailure, Reading } from "../session/reading.js";
import type { ProbeSession } from "../session/session.js";
import { shapeOf } from "../session/shape.js";
import { isFinal } from "../session/typed-calls.js";
import type { CheckName, CheckResult } from "../verdict.js";
import { checkBeaconHead, checkFinality, checkPeers, checkSync, slotAt, slotsOf } from "./beacon-checks.js";

type Spec = Reading<Readonly<Record<string, unknown>>>;

/**
 * Probes the beacon endpoint of a node: identity, then sync, the head by the wall clock, finality, and the peers of a
 * dedicated node. What the node does not offer is not checked, unless that is everything. Stops after the identity on
 * the wrong chain.
 */
export async function probeBeacon(session: ProbeSession): Promise<void> {
  const spec = await get(session, beaconReads.getSpec);
  const known = await addIdentity(session, spec);
  if (known === undefined) {
    return;
  }
  const [genesis, syncing, finality, peers] = await Promise.all([
    known.genesis ?? get(session, beaconReads.getGenesis),
    get(session, beaconReads.getSyncingStatus),
    session.get(beaconReads.getStateFinalityCheckpoints, { stateId: "head" }, "beacon"),
    session.target.isDedicated === true ? get(session, beaconReads.getPeerCount) : undefined,
  ]);
  if ([spec, genesis, syncing, finality].every(isMissing) && !syncing.ok) {
    session.addFailure("beacon-head", syncing.failure, spec, genesis, syncing, finality);
    return;
  }
  const { slotMs, slotsPerEpoch } = slotsOf(spec.ok ? spec.value : {}, session.facts.beaconSlots);
  const slotNow =
    genesis.ok && slotMs !== undefined
      ? slotAt(session.now(), 1000 * Number(genesis.value.genesisTime), slotMs)
      : undefined;
  // Another check may have its cost already.
  const start = known.genesis === undefined ? [genesis] : [];
  const sync = addSync(session, syncing, slotNow);
  if (slotNow === undefined || slotMs === undefined) {
    addNoClock(session, genesis, start);
  } else {
    const head = await readHead(session, syncing);
    if (head.ok) {
      const catchingUp = sync?.verdict === "syncing" ? sync.why : undefined;
      session.add(checkBeaconHead(slotNow, Number(head.value), slotMs, catchingUp), ...start, ...called(head, syncing));
    } else {
      addFailed(session, "beacon-head", head, ...start, ...called(head, syncing));
    }
  }
  if (!finality.ok) {
    addFailed(session, "beacon-finality", finality, finality);
  } else if (slotNow !== undefined && slotNow >= 0 && slotsPerEpoch !== undefined) {
    const { epoch } = finality.value.finalized;
    session.add(checkFinality(Math.floor(slotNow / slotsPerEpoch), Number(epoch)), finality);
  }
  if (peers?.ok === true) {
    session.add(checkPeers(peers.value), peers);
  } else if (peers !== undefined) {
    addFailed(session, "beacon-peers", peers, peers);
  }
}

/** Probes what validators need beyond that: the data to attest to the node's head. */
export async function beaconCapabilities(session: ProbeSession): Promise<void> {
  const head = await get(session, beaconReads.getSyncingStatus);
  if (!head.ok) {
    addFailed(session, "attestation", head, head);
    return;
  }
  const slot = head.value.headSlot;
  const data = await session.get(beaconReads.produceAttestationData, { slot, committeeIndex: 0 }, "beacon");
  if (!data.ok) {
    addFailed(session, "attestation", data, head, data);
    return;
  }
  const observed = `slot ${data.value.slot}`;
  const evidence = { check: "attestation", observed, threshold: `slot ${slot}` } as const;
  const why = `the node has attestation data for ${observed}`;
  session.add(
    data.value.slot === slot
      ? { ...evidence, verdict: "healthy", why }
      : {
          ...evidence,
          verdict: "degraded",
          cause: "not-functional",
          why: `${why}, although slot ${slot} was requested`,
        },
    head,
    data,
  );
}

function get<Result>(session: ProbeSession, row: RestRead<Record<string, never>, Result>): Promise<Reading<Result>> {
  return session.get(row, {}, "beacon");
}

/**
 * Records the identity by the chain id of the spec, or by the genesis where the spec does not tell.
 *
 * @returns what was read for that; undefined on the wrong chain, and when further requests would fail like this one
 */
async function addIdentity(
  session: ProbeSession,
  spec: Spec,
): Promise<{ readonly genesis?: Reading<BeaconGenesis> } | undefined> {
  const { target, facts } = session;
  if (!spec.ok && isFinal(spec)) {
    session.addFailure("beacon-identity", spec.failure, spec);
    return undefined;
  }
  const chainId = spec.ok ? readQuantity(spec.value.DEPOSIT_CHAIN_ID) : undefined;
  if (chainId !== undefined) {
    const judged = session.judgeIdentity("beacon-identity", chainId.toString(), "deposit chain id");
    return session.add(judged, spec).cause === "wrong-chain" ? undefined : {};
  }
  const genesis = await get(session, beaconReads.getGenesis);
  if (genesis.ok) {
    const root = genesis.value.genesisValidatorsRoot.toLowerCase();
    const roots = target.expected === undefined && facts.beaconRoot !== undefined ? [facts.beaconRoot] : [];
    const judged = session.judgeIdentity("beacon-identity", root, "genesis validators root", roots);
    return session.add(judged, spec, genesis).cause === "wrong-chain" ? undefined : { genesis };
  }
  if (isFinal(genesis)) {
    session.addFailure("beacon-identity", genesis.failure, spec, genesis);
    return undefined;
  }
  if (spec.ok) {
    const observed = shapeOf(spec.value.DEPOSIT_CHAIN_ID);
    const why = `the spec has no readable DEPOSIT_CHAIN_ID but ${observed}, and the genesis is unknown`;
    session.add({ check: "beacon-identity", verdict: "unknown", cause: "shape", observed, why }, spec, genesis);
  } else {
    addFailed(session, "beacon-identity", isMissing(spec) ? genesis : spec, spec, genesis);
  }
  return { genesis };
}

function addSync(
  session: ProbeSession,
  syncing: Reading<BeaconSyncing>,
  slotNow: number | undefined,
): CheckResult | undefined {
  if (syncing.ok) {
    return session.add(checkSync(syncing.value, slotNow === undefined || slotNow >= 0), syncing);
  }
  addFailed(session, "beacon-sync", syncing, syncing);
  return undefined;
}

/** The slot of the head, by its header where the sync state is not offered. */
async function readHead(session: ProbeSession, syncing: Reading<BeaconSyncing>): Promise<Reading<bigint>> {
  if (syncing.ok) {
    return { ...syncing, value: syncing.value.headSlot };
  }
  if (!isMissing(syncing)) {
    return syncing;
  }
  const header = await session.get(beaconReads.getBlockHeader, { blockId: "head" }, "beacon");
  return header.ok ? { ...header, value: header.value.slot } : header;
}

/** Without the start of the chain and the duration of its slots, the age of its head is unknown. */
function addNoClock(session: ProbeSession, genesis: Reading<BeaconGenesis>, calls: readonly Reading[]): void {
  if (genesis.ok) {
    const why = "neither the spec nor known facts of the chain tell the duration of a slot";
    session.add({ check: "beacon-head", verdict: "unknown", cause: "shape", why }, ...calls);
  } else {
    addFailed(session, "beacon-head", genesis, ...calls);
  }
}

/** The calls of a check, without one whose cost another check has. */
function called(head: Reading, syncing: Reading): readonly Reading[] {
  return head.spent === syncing.spent ? [] : [head];
}

/** Records a failure, unless the node merely does not offer the path. */
function addFailed(
  session: ProbeSession,
  check: CheckName,
  reading: { readonly ok: false; readonly failure: ProbeFailure },
  ...calls: readonly Reading[]
): void {
  if (!isMissing(reading)) {
    session.addFailure(check, reading.failure, ...calls);
  }
}

// Not implemented, method not allowed, not found: nodes and gateways offer different parts of the beacon API.
const missingStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

function isMissing(reading: { readonly ok: true } | { readonly ok: false; readonly failure: ProbeFailure }): boolean {
  return !reading.ok && missingStatuses.has(reading.failure.status ?? 0);
}
