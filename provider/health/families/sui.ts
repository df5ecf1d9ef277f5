import type { ProbeFamily } from "../family.js";

export const sui: ProbeFamily = { basic: async () => undefined };
