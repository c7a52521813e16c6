import fc from "fast-check";

/** The same examples for each mutant, and no search for a smaller one: that a test fails is enough. */
fc.configureGlobal({ numRuns: 30, seed: 1, endOnFailure: true });
