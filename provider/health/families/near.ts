import type { ProbeFamily } from "../family.js";

export const near: ProbeFamily = { basic: async () => undefined };
