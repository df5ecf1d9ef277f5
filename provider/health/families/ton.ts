import type { ProbeFamily } from "../family.js";

export const ton: ProbeFamily = { basic: async () => undefined };
