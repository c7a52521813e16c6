/**
 * V8 flags of a process of the product. One signal creates short-lived objects for thousands of accounts: with more
 * room they are copied less often. Below half a gigabyte there is no full collection during a signal. The optimising
 * compiler starts only for code that runs more often than one signal: with V8's own limit it started in the middle of
 * one, with little left to gain.
 */
export const ENGINE_FLAGS = [
  "--max-semi-space-size=64",
  "--initial-old-space-size=512",
  "--invocation-count-for-turbofan=50000",
];
