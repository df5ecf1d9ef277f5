// zod, as far as this package uses it. The build replaces the compiled file by one that contains these parts of zod.
export * as z from "./zod-parts.js";
