import type { ProbeFamily } from "../family.js";
import { probePeers, probeStatus } from "./node-status.js";

/** Cosmos Hub and app chains, by the RPC of CometBFT. @see https://docs.cometbft.com/v0.38/rpc */
export const cosmos: ProbeFamily = {
  basic: probeStatus,
  capabilities: (session) => probePeers(session, "net_info"),
};
