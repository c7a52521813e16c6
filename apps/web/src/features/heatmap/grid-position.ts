export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** The target of a key press, or `null` for keys without a meaning in a grid. */
export function moveInGrid(
  key: string,
  isControl: boolean,
  from: GridPosition,
  rowLengths: readonly number[],
): GridPosition | null {
  const lastRow = rowLengths.length - 1;
  const lastColumn = (rowLengths[from.row] ?? 1) - 1;
  const inRow = (row: number): GridPosition => {
    const clamped = Math.min(Math.max(row, 0), lastRow);
    return { row: clamped, column: Math.min(from.column, (rowLengths[clamped] ?? 1) - 1) };
  };
  switch (key) {
    case "ArrowRight":
      return { row: from.row, column: Math.min(from.column + 1, lastColumn) };
    case "ArrowLeft":
      return { row: from.row, column: Math.max(from.column - 1, 0) };
    case "ArrowDown":
      return inRow(from.row + 1);
    case "ArrowUp":
      return inRow(from.row - 1);
    case "Home":
      return isControl ? { row: 0, column: 0 } : { row: from.row, column: 0 };
    case "End":
      return isControl
        ? { row: lastRow, column: (rowLengths[lastRow] ?? 1) - 1 }
        : { row: from.row, column: lastColumn };
    default:
      return null;
  }
}
