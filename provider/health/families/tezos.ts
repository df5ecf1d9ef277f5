import type { ProbeFamily } from "../family.js";

export const tezos: ProbeFamily = { basic: async () => undefined };
