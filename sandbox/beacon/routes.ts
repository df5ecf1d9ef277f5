import { attestationData } from "./attestation";
import type { BeaconCall } from "./call";
import { BeaconError, type BeaconResponse } from "./response";
import type { BeaconView, Checkpoint } from "./view";

/** A route of the beacon API; all are GET. */
export interface BeaconRoute {
  /** Matches the path after `/eth/v1`; its first group is the variable segment. */
  readonly path: RegExp;
  handle(call: BeaconCall): BeaconResponse | Promise<BeaconResponse>;
}

const signature = `0x${"83ff".repeat(48)}`;
const validatorCount = 500_000;
const connectedPeers = 64;

/** Every route of the beacon API. */
export const beaconRoutes: readonly BeaconRoute[] = [
  { path: /^\/node\/health$/, handle: health },
  { path: /^\/node\/syncing$/, handle: ({ view }) => ok(syncing(view)) },
  { path: /^\/node\/peer_count$/, handle: ({ view }) => ok(peerCount(view)) },
  { path: /^\/node\/version$/, handle: () => ok({ version: "Lodestar/v1.5.1/2115aa7" }) },
  { path: /^\/beacon\/genesis$/, handle: ({ view }) => ok(genesis(view)) },
  { path: /^\/beacon\/headers\/([^/]+)$/, handle: header },
  { path: /^\/beacon\/states\/([^/]+)\/finality_checkpoints$/, handle: finality },
  { path: /^\/config\/spec$/, handle: ({ view }) => ok(spec(view)) },
  { path: /^\/validator\/attestation_data$/, handle: attestationData },
];

function health({ view, health: kind }: BeaconCall): BeaconResponse {
  const truth = view.isStalled ? 503 : view.isSyncing ? 206 : 200;
  return { status: kind === "truthful" ? truth : 200 };
}

function syncing(view: BeaconView): Record<string, unknown> {
  return {
    head_slot: String(view.headSlot),
    sync_distance: String(view.currentSlot - view.headSlot),
    is_syncing: view.isSyncing,
    is_optimistic: false,
  };
}

function peerCount({ isStalled }: BeaconView): Record<string, string> {
  return {
    disconnected: "0",
    connecting: "0",
    connected: isStalled ? "0" : String(connectedPeers),
    disconnecting: "0",
  };
}

function genesis({ chain, genesisValidatorsRoot }: BeaconView): Record<string, string> {
  return {
    genesis_validators_root: genesisValidatorsRoot,
    genesis_time: String(chain.genesisTime),
    genesis_fork_version: chain.genesisForkVersion,
  };
}

function spec({ chain, chainId }: BeaconView): Record<string, string> {
  return {
    PRESET_BASE: chain.preset,
    CONFIG_NAME: chain.configName,
    GENESIS_FORK_VERSION: chain.genesisForkVersion,
    SECONDS_PER_SLOT: String(chain.secondsPerSlot),
    SLOTS_PER_EPOCH: String(chain.slotsPerEpoch),
    DEPOSIT_CHAIN_ID: String(chainId),
    DEPOSIT_NETWORK_ID: String(chainId),
  };
}

function header({ view, id }: BeaconCall): BeaconResponse {
  const slot = slotOf(view, id, "block");
  const message = {
    slot: String(slot),
    proposer_index: String(slot % validatorCount),
    parent_root: slot === 0 ? `0x${"00".repeat(32)}` : view.rootOf(slot - 1),
    state_root: view.hash(`state ${slot}`),
    body_root: view.hash(`body ${slot}`),
  };
  return ok(
    { root: view.rootOf(slot), canonical: true, header: { message, signature } },
    { execution_optimistic: false },
  );
}

function finality({ view, id }: BeaconCall): BeaconResponse {
  const { previousJustified, currentJustified, finalized } = view.finality(slotOf(view, id, "state"));
  const data = {
    previous_justified: wire(previousJustified),
    current_justified: wire(currentJustified),
    finalized: wire(finalized),
  };
  return ok(data, { execution_optimistic: false });
}

/** The slot of `head`, `finalized`, `genesis`, a slot or a block root. */
function slotOf(view: BeaconView, id: string, what: "block" | "state"): number {
  const names: Readonly<Record<string, number>> = { head: view.headSlot, finalized: view.finalizedSlot, genesis: 0 };
  const named = Object.hasOwn(names, id) ? names[id] : undefined;
  const isRoot = id.startsWith("0x");
  if (named === undefined && !isRoot && !/^\d+$/.test(id)) {
    throw new BeaconError(400, `Invalid block id '${id}'`);
  }
  const slot = named ?? (isRoot ? view.slotOfRoot(id.toLowerCase()) : Number(id));
  if (slot === undefined || slot > view.headSlot) {
    throw new BeaconError(404, `No ${what} found for id '${id}'`);
  }
  return slot;
}

function wire({ epoch, root }: Checkpoint): Record<string, string> {
  return { epoch: String(epoch), root };
}

function ok(data: unknown, siblings: Readonly<Record<string, unknown>> = {}): BeaconResponse {
  return { status: 200, body: { data, ...siblings } };
}
