import type { ProbeFamily } from "../family.js";

export const aptos: ProbeFamily = { basic: async () => undefined };
