/**
 * A row's React props. React creates them again whenever the component that holds the row renders, and keeps them
 * otherwise: two identical ones mean that nothing was rendered in between.
 */
function drawnFrom(row: Element): unknown {
  const found = Object.entries(row).find(([name]) => name.startsWith("__reactProps$"));
  if (found === undefined) throw new Error("this was not drawn by React");
  return found[1];
}

/** Of these rows, those that an action renders again. */
export async function drawnAgain(rows: readonly Element[], work: () => Promise<unknown>): Promise<readonly Element[]> {
  const before = rows.map(drawnFrom);
  await work();
  return rows.filter((row, at) => drawnFrom(row) !== before[at]);
}
