import type { ProbeFamily } from "../family.js";

export const polkadot: ProbeFamily = { basic: async () => undefined };
