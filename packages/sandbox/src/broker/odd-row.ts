import type { WireReply } from "./wire.ts";

const ROWS_IN = ["data", "orderBook", "tradeBook"] as const;

const ODD_ROW = { kind: "basket", legs: 2 };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same book with one more, unreadable row. Anything but a book is unchanged. */
export function withOddRow(reply: WireReply): WireReply {
  if (reply.status !== 200 || typeof reply.body !== "string") return reply;
  const body: unknown = JSON.parse(reply.body);
  const key = isRecord(body) ? ROWS_IN.find((name) => name in body) : undefined;
  if (!isRecord(body) || key === undefined) return reply;
  const rows = body[key] ?? [];
  if (!Array.isArray(rows)) return reply;
  return { ...reply, body: JSON.stringify({ ...body, [key]: [...rows, ODD_ROW] }) };
}
