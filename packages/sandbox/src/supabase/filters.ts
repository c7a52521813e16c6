export type Row = Readonly<Record<string, unknown>>;
type Test = (row: Row) => boolean;

const asText = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** `*` and `%` match any text, `_` one character. */
const like = (pattern: string, flags = ""): RegExp =>
  new RegExp(
    `^${pattern
      .split(/[*%]/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("_", "[\\s\\S]"))
      .join("[\\s\\S]*")}$`,
    flags,
  );

const isLater = (value: unknown, limit: string): boolean =>
  value !== null && value !== undefined && (Date.parse(asText(value)) || asText(value)) > (Date.parse(limit) || limit);

const operators: Readonly<Record<string, (value: unknown, operand: string) => boolean>> = {
  eq: (value, operand) => asText(value) === operand,
  neq: (value, operand) => asText(value) !== operand,
  like: (value, operand) => like(operand).test(asText(value)),
  ilike: (value, operand) => like(operand, "i").test(asText(value)),
  lte: (value, operand) => value !== null && value !== undefined && !isLater(value, operand),
  in: (value, operand) =>
    operand
      .replace(/^\(|\)$/g, "")
      .split(",")
      .includes(asText(value)),
};

function toTest(column: string, condition: string): Test {
  const [, name = "", operand = ""] = /^(\w+)\.([\s\S]*)$/.exec(condition) ?? [];
  const operator = operators[name];
  if (operator === undefined) throw new Error(`the simulator knows no operator ${name}`);
  return (row) => operator(row[column], operand);
}

/** Splits `(a,b(c,d))` at its top-level commas. */
function partsOf(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const sign of list.slice(1, -1)) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += sign;
  }
  return [...parts, part];
}

/** `or(...)`, `and(...)` or `column.operator.value`. */
function toBranch(text: string): Test {
  const [, kind, list] = /^(or|and)(\([\s\S]*\))$/.exec(text) ?? [];
  if (kind !== undefined && list !== undefined) return toGroup(kind, list);
  const [, column = "", condition = ""] = /^(\w+)\.([\s\S]*)$/.exec(text) ?? [];
  return toTest(column, condition);
}

function toGroup(kind: string, list: string): Test {
  const tests = partsOf(list).map(toBranch);
  return (row) => (kind === "or" ? tests.some((test) => test(row)) : tests.every((test) => test(row)));
}

const RESERVED = new Set(["select", "order", "limit", "offset", "on_conflict", "columns"]);

export function filterOf(query: URLSearchParams): Test {
  const tests = [...query]
    .filter(([name]) => !RESERVED.has(name))
    .map(([name, value]) => (name === "or" || name === "and" ? toGroup(name, value) : toTest(name, value)));
  return (row) => tests.every((test) => test(row));
}

export function pageOf(rows: readonly Row[], query: URLSearchParams): readonly Row[] {
  const [column, direction] = (query.get("order") ?? "").split(".");
  const sign = direction === "desc" ? -1 : 1;
  const sorted =
    column === undefined || column === ""
      ? rows
      : rows.toSorted((one, other) => {
          const [a, b] = [one[column] as string, other[column] as string];
          return a === b ? 0 : a < b ? -sign : sign;
        });
  const offset = Number(query.get("offset") ?? 0);
  const limit = query.get("limit");
  return sorted.slice(offset, limit === null ? undefined : offset + Number(limit));
}
