import fc from "fast-check";

// Loaded before all tests. Random cases are the same in every run, unless TEST_SEED sets another seed, as `npm run
// test:long` by hand does. fast-check reports the seed and the path to the failing case.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_260_101) });
