import type { ProbeFamily } from "../family.js";
import { probePeers, probeStatus } from "./node-status.js";

/** NEAR. @see https://docs.near.org/api/rpc/network#node-status */
export const near: ProbeFamily = {
  basic: probeStatus,
  capabilities: (session) => probePeers(session, "network_info"),
};
