/**
 * What a row was drawn from. React makes this anew whenever the component that holds the row is drawn, and leaves it
 * alone when it is not: two that are the same mean that nothing was drawn in between.
 */
function drawnFrom(row: Element): unknown {
  const found = Object.entries(row).find(([name]) => name.startsWith("__reactProps$"));
  if (found === undefined) throw new Error("this was not drawn by React");
  return found[1];
}

/** Of these rows, those that were drawn again by what is done. */
export async function drawnAgain(rows: readonly Element[], work: () => Promise<unknown>): Promise<readonly Element[]> {
  const before = rows.map(drawnFrom);
  await work();
  return rows.filter((row, at) => drawnFrom(row) !== before[at]);
}
