import type { ProbeFamily } from "../family.js";

export const cosmos: ProbeFamily = { basic: async () => undefined };
