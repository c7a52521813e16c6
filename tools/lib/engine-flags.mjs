/**
 * How a process of the product keeps its memory. One signal makes short-lived objects for thousands of accounts: with more
 * room for them they are copied less often. And what ten thousand accounts hold is not searched for garbage in the middle
 * of a signal: below half a gigabyte nothing is.
 */
export const HEAP_FLAGS = ["--max-semi-space-size=64", "--initial-old-space-size=512"];
