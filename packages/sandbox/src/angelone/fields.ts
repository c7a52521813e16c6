import type { Paise } from "@vriddhi/core/shared/money";
import { readRupees } from "./money.ts";

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `null` if it is not a JSON object. An absent body is empty; the official client sends `null` with some reads. */
export function parseFields(body: string): Fields | null {
  if (body === "" || body === "null") return {};
  try {
    const value: unknown = JSON.parse(body);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Numbers are sent both as text and as numbers. */
export function readText(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (typeof value === "string") return value.trim();
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
}

export function readChoice<Words extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  name: string,
  words: Words,
): (keyof Words & string) | null {
  const text = readText(fields, name);
  return text !== null && Object.hasOwn(words, text) ? text : null;
}

const WHOLE = /^\d{1,9}$/;

/** `null` if it is not a whole number above zero. */
export function readQuantity(fields: Fields, name: string): number | null {
  const text = readText(fields, name);
  if (text === null || !WHOLE.test(text)) return null;
  const quantity = Number(text);
  return quantity > 0 ? quantity : null;
}

/** A missing or empty price is 0: most orders have no trigger, some no price. `null` if it is not an amount. */
export function readPrice(fields: Fields, name: string): Paise | null {
  const value = fields[name];
  if (value === undefined || value === null || value === "") return readRupees("0");
  const text = readText(fields, name);
  return text === null ? null : readRupees(text);
}
