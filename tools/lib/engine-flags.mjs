/**
 * How V8 runs a process of the product. One signal makes short-lived objects for thousands of accounts: with more room for
 * them they are copied less often. What ten thousand accounts hold is not searched for garbage in the middle of a signal:
 * below half a gigabyte nothing is. And the dearest compiler comes only for what has run more often than one signal makes
 * it run: with V8's own limit it came in the middle of one, when there was little left to win by it.
 */
export const ENGINE_FLAGS = [
  "--max-semi-space-size=64",
  "--initial-old-space-size=512",
  "--invocation-count-for-turbofan=50000",
];
