/**
 * One signal creates short-lived objects for thousands of accounts: with more room they are copied less often, and
 * below half a gigabyte no full collection runs during a signal. With V8's own limit the optimising compiler started in
 * the middle of a signal, with little left to gain.
 */
export const ENGINE_FLAGS = [
  "--max-semi-space-size=64",
  "--initial-old-space-size=512",
  "--invocation-count-for-turbofan=50000",
];
