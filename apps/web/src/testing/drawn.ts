/** React creates a row's props again whenever the row's owner renders: identical props mean no render in between. */
function drawnFrom(row: Element): unknown {
  const found = Object.entries(row).find(([name]) => name.startsWith("__reactProps$"));
  if (found === undefined) throw new Error("this was not drawn by React");
  return found[1];
}

export async function drawnAgain(rows: readonly Element[], work: () => Promise<unknown>): Promise<readonly Element[]> {
  const before = rows.map(drawnFrom);
  await work();
  return rows.filter((row, at) => drawnFrom(row) !== before[at]);
}
