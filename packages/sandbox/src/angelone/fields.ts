import type { Paise } from "@vriddhi/core/shared/money";
import { readRupees } from "./money.ts";

/** A JSON body before anybody knows what is in it. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null when it is no JSON object. Without a body it is empty; the official client sends `null` with some reads. */
export function parseFields(body: string): Fields | null {
  if (body === "" || body === "null") return {};
  try {
    const value: unknown = JSON.parse(body);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Numbers travel as text and as numbers alike. */
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

/** Null when it is no whole number above zero. */
export function readQuantity(fields: Fields, name: string): number | null {
  const text = readText(fields, name);
  if (text === null || !WHOLE.test(text)) return null;
  const quantity = Number(text);
  return quantity > 0 ? quantity : null;
}

/** What is left out or empty is 0: most orders have no trigger, some no price. Null when it is no amount. */
export function readPrice(fields: Fields, name: string): Paise | null {
  const value = fields[name];
  if (value === undefined || value === null || value === "") return readRupees("0");
  const text = readText(fields, name);
  return text === null ? null : readRupees(text);
}
