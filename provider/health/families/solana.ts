import type { ProbeFamily } from "../family.js";

export const solana: ProbeFamily = { basic: async () => undefined };
