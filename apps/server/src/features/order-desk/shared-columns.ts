type Row = Readonly<Record<string, unknown>>;

export interface SharedColumns {
  /** What is the same in all rows. */
  readonly common: Row;
  /** What is not, row by row. */
  readonly own: readonly Row[];
}

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null;

/** Columns hold plain values or flat objects. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function only(names: readonly string[], row: Row): Row {
  const part: Record<string, unknown> = {};
  for (const name of names) part[name] = row[name];
  return part;
}

/** A wave's rows, which all have the same columns, have most of them in common: these travel, and are read, once. */
export function shareColumns(rows: readonly Row[]): SharedColumns {
  const [first = {}] = rows;
  const names = Object.keys(first);
  const shared = new Set(names.filter((name) => rows.every((row) => isSame(row[name], first[name]))));
  const own = names.filter((name) => !shared.has(name));
  return { common: only([...shared], first), own: rows.map((row) => only(own, row)) };
}

const nameOf = (column: string): string => column.slice(0, column.indexOf(" "));

/** Such rows put together again: each column stands in one of the two. */
export function sharedRows(own: string, common: string, types: string): string {
  const names = types.split(", ").map(nameOf);
  const whole = names.map((name) => `coalesce(o.${name}, c.${name}) AS ${name}`);
  return `(SELECT ${whole.join(", ")}
        FROM json_to_recordset(${own}::json) AS o(${types}) CROSS JOIN json_to_record(${common}::json) AS c(${types}))`;
}
