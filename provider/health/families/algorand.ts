import type { ProbeFamily } from "../family.js";

export const algorand: ProbeFamily = { basic: async () => undefined };
