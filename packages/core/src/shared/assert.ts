/** Throws for a statement that only a bug can make false. */
export function assert(condition: boolean, statement: string): asserts condition {
  if (!condition) throw new Error(`broken assumption: ${statement}`);
}

/** The end of an exhaustive switch: the compiler rejects a missing case. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
}
