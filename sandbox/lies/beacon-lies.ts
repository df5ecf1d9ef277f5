import { isObject } from "../base/json";
import { withValue } from "./change";
import type { Lie, LieFamily, Lies } from "./lie";

const beacon: readonly LieFamily[] = ["beacon"];
const syncing = /\/node\/syncing$/;
const lateEpochs = 10;

/** Lies and oddities of beacon nodes. */
export const beaconLies: Lies = {
  "distance-133": {
    summary: "133 slots behind by its own count, and not syncing",
    families: beacon,
    read: onData(syncing, (data) => ({ ...data, sync_distance: "133", is_syncing: false })),
  },
  "distance-zero": {
    summary: "distance 0 and not syncing, whatever the head; together with the modes stale and behind",
    families: beacon,
    read: onData(syncing, (data) => ({ ...data, sync_distance: "0", is_syncing: false })),
  },
  "el-offline": {
    summary: "the execution client is offline, and everything else in order",
    families: beacon,
    read: onData(syncing, (data) => ({ ...data, el_offline: true })),
  },
  optimistic: {
    summary: "the head is not verified by the execution client",
    families: beacon,
    read: onData(syncing, (data) => ({ ...data, is_optimistic: true })),
  },
  "health-200": {
    summary: "node/health responds 200, syncing or not",
    families: beacon,
    whole: (answer, { path }) => (/\/node\/health$/.test(path) ? { ...answer, status: 200 } : undefined),
  },
  "before-genesis": {
    summary: "genesis is an hour ahead: head slot 0, distance 0, not syncing",
    families: beacon,
    read: (body, request) =>
      onData(syncing, (data) => ({ ...data, head_slot: "0", sync_distance: "0", is_syncing: false }))(body, request) ??
      onData(/\/beacon\/genesis$/, (data) => {
        return { ...data, genesis_time: String(Math.floor(request.nowMs / 1000) + 3600) };
      })(body, request),
  },
  "finality-late": {
    summary: "the last finalized epoch is ten epochs older",
    families: beacon,
    read: onData(/\/finality_checkpoints$/, (data) => {
      const epoch = isObject(data.finalized) ? Number(data.finalized.epoch) : 0;
      return withValue(data, "finalized.epoch", String(Math.max(0, epoch - lateEpochs))) ?? data;
    }),
  },
};

function onData(path: RegExp, change: (data: Record<string, unknown>) => unknown): NonNullable<Lie["read"]> {
  return (body, request) =>
    path.test(request.path) && isObject(body) && isObject(body.data) ? { ...body, data: change(body.data) } : undefined;
}
