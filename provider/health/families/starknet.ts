import type { ProbeFamily } from "../family.js";

export const starknet: ProbeFamily = { basic: async () => undefined };
