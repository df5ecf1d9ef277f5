import type { ProbeFamily } from "../family.js";

export const xrpl: ProbeFamily = { basic: async () => undefined };
