import fc from "fast-check";

/** The same examples for each mutant, without shrinking: a failing test suffices. */
fc.configureGlobal({ numRuns: 30, seed: 1, endOnFailure: true });
