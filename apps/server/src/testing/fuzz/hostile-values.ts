import fc from "fast-check";
import type { JsonSchema } from "./operations.ts";

/** Texts that have broken programs before. Unstorable text is a fault of its own and not listed. */
export const hostileTexts = [
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  "$1",
  "\\'; SELECT pg_sleep(5)--",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "{{7*7}}#{7*7}<%= 7*7 %>",
  "a\r\nSet-Cookie: session=stolen",
  "a\r\nBcc: everybody@example.com\r\n\r\nhello",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%s%n%x",
  "\u202e\u200b\ufeff",
  "🧨👩‍👩‍👧‍👦",
  "İıſß",
  "\uffff\ufffe",
  "e\u0301".repeat(50),
  "NaN",
  "-0",
  "1e309",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "9".repeat(400),
  " ",
  "\t\n",
  "",
];

const hostileNames = [
  "role",
  "is_admin",
  "id",
  "user_id",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "$where",
  "then",
  "length",
];

const unusableTexts = ["\u0000", "a\u0000b", "\ud800", "a\udc00b", "\udbff\udbff"];

const deep = (depth: number): unknown => {
  let value: unknown = "bottom";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const valuesByType: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  boolean: [true, false],
  number: [0, -1, 1.5, 1e308, -1e308, 2 ** 53],
  string: ["text", ...hostileTexts],
  array: [[], [null], ["a", "b"], [{}], Array(1_000).fill(0)],
  object: [{}, { a: 1 }, deep(12), { length: 1_000_000 }, { toString: "x" }],
};

function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf);
  const own = schema.type === "integer" ? "number" : schema.type;
  if (own === undefined)
    return schema.enum ? [...new Set(schema.enum.map((value) => typeof value))] : Object.keys(valuesByType);
  return schema.nullable ? [own, "null"] : [own];
}

const isText = (schema: JsonSchema): boolean => typesOf(schema).includes("string");

export type Fault = { readonly fault: string; readonly value: unknown };
const faulty = (fault: string, values: readonly unknown[]): Fault[] => values.map((value) => ({ fault, value }));

export function wrongValues(schema: JsonSchema): readonly Fault[] {
  const accepted = typesOf(schema);
  const others = Object.entries(valuesByType).filter(([type]) => !accepted.includes(type));
  return [
    ...others.flatMap(([type, values]) => faulty(`${type} in place of ${accepted.join(" or ")}`, values)),
    ...(schema.type === "integer" ? faulty("a fraction in place of a whole number", [0.5, 1e-9]) : []),
    ...(schema.minimum === undefined ? [] : faulty("below the minimum", [schema.minimum - 1, -1e300])),
    ...(schema.maximum === undefined ? [] : faulty("above the maximum", [schema.maximum + 1, 1e300])),
    ...(isText(schema) && !schema.anyOf ? wrongTexts(schema) : []),
  ];
}

const wordsBeyond = (words: readonly unknown[]): readonly string[] =>
  [...hostileTexts, `${words[0]} `].filter((text) => !words.includes(text));

function wrongTexts(schema: JsonSchema): readonly Fault[] {
  const { maxLength, minLength = 0, format } = schema;
  return [
    ...faulty("text that cannot be stored", unusableTexts),
    ...(maxLength === undefined
      ? []
      : faulty("too long", ["x".repeat(maxLength + 1), "🧨".repeat(maxLength + 1).slice(0, 40_000)])),
    ...(minLength > 0 ? faulty("too short", [""]) : []),
    ...(schema.enum ? faulty("none of the words", wordsBeyond(schema.enum)) : []),
    ...(format === "uuid" || format === "date-time"
      ? faulty(`no ${format}`, [...hostileTexts, "0b8f4c1e52a74d3c9a5e6f1d2c3b4a59"])
      : []),
  ];
}

/** Values that the schema accepts and that may still break a program. */
export function strangeValues(schema: JsonSchema): readonly unknown[] {
  if (schema.enum) return schema.enum;
  if (schema.anyOf) return schema.anyOf.flatMap(strangeValues);
  switch (schema.type) {
    case "string":
      return strangeTexts(schema);
    case "integer":
      return [schema.minimum ?? 0, schema.maximum ?? 9_007_199_254_740_991];
    case "number":
      return [schema.minimum ?? -1e308, schema.maximum ?? 1e308, 0.1 + 0.2];
    case "boolean":
      return [true, false];
    case "array":
      return [[]];
    case "object":
      return [{}, { a: deep(8) }, { type: "public-key", id: "x", response: { clientDataJSON: "!", nested: null } }];
    default:
      return [null, 0, "", [], deep(8)];
  }
}

/** Dates at the limits of calendar, database and Date. */
const extremeDates = ["0000-01-01", "0001-01-01", "9999-12-31", "1582-10-10", "2024-02-29", "1900-02-28"];
const extremeInstants = [
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00+23:59",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59-23:59",
  "1969-12-31T23:59:59.999999Z",
];

function strangeTexts({ format, pattern, minLength = 0, maxLength = 1_000 }: JsonSchema): readonly unknown[] {
  if (format === "uuid") return ["00000000-0000-0000-0000-000000000000", "0b8f4c1e-52a7-4d3c-9a5e-6f1d2c3b4a59"];
  if (format === "date-time") return extremeInstants;
  const addresses = ["a@b.co", "o'brien+tag@sub.example.com", "用户@例え.jp", `${"a".repeat(64)}@example.com`];
  const texts = [
    ...hostileTexts,
    ...extremeDates,
    ...addresses,
    "x".repeat(maxLength),
    "🧨".repeat(Math.floor(maxLength / 2)),
  ];
  const fitting = texts.filter((text) => text.length >= minLength && text.length <= maxLength);
  return pattern === undefined ? fitting : [...fitting, "000000", "999999", "9".repeat(15)];
}

export const unknownName = (schema: JsonSchema): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom(...hostileNames),
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.constantFrom(...hostileTexts),
    )
    .filter(
      (name) => name !== "" && name !== "__proto__" && name !== "constructor" && !(name in (schema.properties ?? {})),
    );

export const anyValue: fc.Arbitrary<unknown> = fc.constantFrom(...Object.values(valuesByType).flat());
