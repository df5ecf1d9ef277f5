import type { ProbeFamily } from "../family.js";

export const stellar: ProbeFamily = { basic: async () => undefined };
