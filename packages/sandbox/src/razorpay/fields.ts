import { ok, type Result } from "@vriddhi/core/shared/result";
import { type Refusal, refuse, type WireNotes } from "./razorpay-wire.ts";

export type Fields = Readonly<Record<string, unknown>>;

const AMOUNT_MIN = 100;
/** Far above what one UPI or card payment can carry. */
const AMOUNT_MAX = 5_000_000_000;
const RECEIPT_MAX = 40;
const NOTES_MAX = 15;
const NOTE_MAX = 256;

/** A JSON object with only the allowed names; an absent body is empty. */
export function readFields(body: string, allowed: readonly string[]): Result<Fields, Refusal> {
  const parsed = parse(body);
  if (parsed === null) return refuse("The request body is not a JSON object");
  const extra = Object.keys(parsed).filter((name) => !allowed.includes(name));
  if (extra.length > 0) return refuse(`${extra.join(", ")} is/are not required and should not be sent`);
  return ok(parsed);
}

function parse(body: string): Fields | null {
  if (body.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Paise. Accepts a string of digits too, as the real one does. */
export function readAmount(value: unknown, min = AMOUNT_MIN): Result<number, Refusal> {
  const field = { field: "amount" };
  if (value === undefined || value === null || value === "") return refuse("The amount field is required.", field);
  const amount = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof amount !== "number" || !Number.isInteger(amount)) return refuse("The amount must be an integer.", field);
  if (amount < min) return refuse("The amount must be at least INR 1.00", field);
  if (amount > AMOUNT_MAX) return refuse("Amount exceeds maximum amount allowed.", field);
  return ok(amount);
}

export function readCurrency(value: unknown): Result<string, Refusal> {
  if (value === undefined || value === "") return refuse("The currency field is required.", { field: "currency" });
  if (value !== "INR") return refuse("Currency is not supported", { field: "currency" });
  return ok(value);
}

export function readReceipt(value: unknown): Result<string | null, Refusal> {
  if (value === undefined || value === null || value === "") return ok(null);
  if (typeof value !== "string") return refuse("The receipt must be a string.", { field: "receipt" });
  if (value.length > RECEIPT_MAX)
    return refuse(`The receipt may not be greater than ${RECEIPT_MAX} characters.`, { field: "receipt" });
  return ok(value);
}

export function readNotes(value: unknown): Result<WireNotes, Refusal> {
  const field = { field: "notes" };
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return ok([]);
  if (typeof value !== "object" || Array.isArray(value)) return refuse("The notes must be an array.", field);
  const pairs = Object.entries(value);
  if (pairs.length > NOTES_MAX)
    return refuse(`Number of fields in notes should be less than or equal to ${NOTES_MAX}`, field);
  if (pairs.some(([, text]) => typeof text === "object")) return refuse("The notes may not be nested.", field);
  const notes = pairs.map(([name, text]) => [name, String(text)] as const);
  if (notes.some(([name, text]) => name.length > NOTE_MAX || text.length > NOTE_MAX))
    return refuse(`A note may not be greater than ${NOTE_MAX} characters.`, field);
  return ok(notes.length === 0 ? [] : Object.fromEntries(notes));
}
