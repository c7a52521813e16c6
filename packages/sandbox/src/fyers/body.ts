/** Bodies come as JSON, whatever the content type says. */
export type Fields = Readonly<Record<string, unknown>>;

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function fieldsOf(body: string): Fields | null {
  const value = parseJson(body);
  return isFields(value) ? value : null;
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Ids are sent as text and as numbers. */
export const idOf = (value: unknown): string => (typeof value === "number" ? String(value) : textOf(value));

/** `False` is a text in Fyers' own samples. */
export function flagOf(value: unknown): boolean | null {
  if (value === undefined || value === false || value === "False" || value === "false" || value === 0) return false;
  return value === true || value === "True" || value === "true" || value === 1 ? true : null;
}

export const fromBase64 = (text: string): string => Buffer.from(text, "base64").toString("utf8");
