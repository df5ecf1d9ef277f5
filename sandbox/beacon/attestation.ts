import { setTimeout as sleep } from "node:timers/promises";
import type { BeaconCall } from "./call";
import { BeaconError, type BeaconResponse } from "./response";

/** Longest wait for the start of a slot. */
const patienceMs = 1000;

/**
 * `validator/attestation_data`: rejects syncing nodes, future slots and finalized slots. The committee is not checked.
 */
export async function attestationData(call: BeaconCall): Promise<BeaconResponse> {
  const { slot, index } = parameters(call.query);
  const { view, form } = call;
  if (view.isSyncing) {
    throw new BeaconError(503, "Node is syncing - waiting for peers");
  }
  const msToSlot = view.startOf(slot) - call.nowMs;
  if (msToSlot > patienceMs) {
    throw new BeaconError(500, `Requested slot ${slot} is in the future`);
  }
  if (form !== "nested" && slot <= view.finalizedSlot) {
    throw new BeaconError(400, "Slot already finalized");
  }
  if (slot < view.finalizedSlot) {
    throw new BeaconError(400, "Block not in forkChoice");
  }
  if (msToSlot > 0) {
    await sleep(msToSlot);
  }
  const root = view.rootOf(slot);
  const epoch = view.epochOf(slot);
  const [source, target] = [view.checkpoint(epoch - 1), view.checkpoint(epoch)];
  if (form === "flat") {
    const ends = { source_epoch: source.epoch, source_root: source.root, target_epoch: target.epoch };
    return { status: 200, body: { slot, index, beacon_block_root: root, ...ends, target_root: target.root } };
  }
  if (form === "bare") {
    return { status: 200, body: { slot, index, beacon_block_root: root, source, target } };
  }
  const data = {
    slot: String(slot),
    index: String(index),
    beacon_block_root: root,
    source: { epoch: String(source.epoch), root: source.root },
    target: { epoch: String(target.epoch), root: target.root },
  };
  return { status: 200, body: { data } };
}

function parameters(query: URLSearchParams): { readonly slot: number; readonly index: number } {
  const names = ["slot", "committee_index"] as const;
  for (const missingProperty of names) {
    if (!query.has(missingProperty)) {
      const message = `should have required property '${missingProperty}'`;
      throw invalid({
        keyword: "required",
        dataPath: "",
        schemaPath: "#/required",
        params: { missingProperty },
        message,
      });
    }
  }
  const [slot, index] = names.map((name) => integerOf(name, query.get(name) ?? ""));
  return { slot: slot ?? 0, index: index ?? 0 };
}

function integerOf(name: string, text: string): number {
  const value = Number(text);
  const dataPath = `.${name}`;
  if (text === "" || !Number.isInteger(value)) {
    const schemaPath = `#/properties/${name}/type`;
    const message = "should be integer";
    throw invalid({ keyword: "type", dataPath, schemaPath, params: { type: "integer" }, message });
  }
  if (value < 0) {
    const schemaPath = `#/properties/${name}/minimum`;
    const params = { comparison: ">=", limit: 0, exclusive: false };
    throw invalid({ keyword: "minimum", dataPath, schemaPath, params, message: "should be >= 0" });
  }
  return value;
}

/** An invalid parameter; the body is a list of schema errors. */
function invalid(problem: { readonly dataPath: string; readonly message: string; readonly [key: string]: unknown }) {
  const message = `querystring${problem.dataPath} ${problem.message}`;
  return new BeaconError(400, message, [problem]);
}
