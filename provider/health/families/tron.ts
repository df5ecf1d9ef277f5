import type { ProbeFamily } from "../family.js";

export const tron: ProbeFamily = { basic: async () => undefined };
