type Row = Readonly<Record<string, unknown>>;

/** Separates the values of a column; JSON always escapes it. */
const APART = "\u001f";
const IN_ITS_PLACE = "\ufffd";

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null;

/** Columns hold plain values or flat objects. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  for (const name in a) if (a[name] !== b[name]) return false;
  for (const name in b) if (!(name in a)) return false;
  return true;
}

/** The empty string encodes null: no column has empty texts. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  return text.includes(APART) ? text.replaceAll(APART, IN_ITS_PLACE) : text;
}

const columnText = (rows: readonly Row[], name: string): string => rows.map((row) => textOf(row[name])).join(APART);

function hasOneValue(rows: readonly Row[], name: string): boolean {
  const first = rows[0]?.[name];
  for (const row of rows) if (!isSame(row[name], first)) return false;
  return true;
}

/** One text per column parses in half the time of JSON rows. A value that all rows share is sent once. */
export class RowColumns {
  readonly #names: readonly string[];
  readonly #types: readonly string[];

  /** For example `holder bigint, tag text`. The first column has a value in every row. */
  constructor(columns: string) {
    const parts = columns.split(", ").map((column) => column.split(" "));
    this.#names = parts.map(([name = ""]) => name);
    this.#types = parts.map(([, type = ""]) => type);
  }

  get count(): number {
    return this.#names.length + 1;
  }

  /** SQL for FROM: the rows, decoded from the parameters that start at `parameter`. */
  from(parameter: number): string {
    const names = this.#names.join(", ");
    const typed = this.#names.map((name, n) => `${name} ${this.#types[n]}`);
    const whole = this.#names.map((name, n) => `coalesce(o.${name}::${this.#types[n]}, c.${name}) AS ${name}`);
    const texts = this.#names.map((_, n) => `string_to_array($${parameter + 1 + n}, chr(31), '')`);
    return `(SELECT ${whole.join(", ")}
        FROM unnest(${texts.join(", ")}) AS o(${names}) CROSS JOIN json_to_record($${parameter}::json) AS c(${typed.join(", ")}))`;
  }

  values(rows: readonly Row[]): readonly string[] {
    const common: Record<string, unknown> = {};
    const [first = {}] = rows;
    const texts = this.#names.map((name, n) => {
      if (n === 0 || !hasOneValue(rows, name)) return columnText(rows, name);
      common[name] = first[name];
      return "";
    });
    return [JSON.stringify(common), ...texts];
  }
}

export function placesFrom(parameter: number, columns: readonly RowColumns[]): readonly number[] {
  let next = parameter;
  return columns.map(({ count }) => {
    const own = next;
    next += count;
    return own;
  });
}
