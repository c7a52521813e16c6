import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { customType } from "drizzle-orm/pg-core";

/** `timestamptz` in the database, epoch milliseconds in the program. */
export const instant = customType<{ data: EpochMs; driverData: string }>({
  dataType: () => "timestamptz(3)",
  toDriver: (value) => toTimestamp(value),
  fromDriver: (value) => fromTimestamp(value),
});

let latest: { readonly value: EpochMs; readonly text: string } | null = null;

/** Rows of one batch share an instant, so the latest text is cached. */
export function toTimestamp(value: EpochMs): string {
  if (latest?.value !== value) latest = { value, text: new Date(value).toISOString() };
  return latest.text;
}

export function fromTimestamp(value: string | Date): EpochMs {
  return epochMs(typeof value === "string" ? Date.parse(value) : value.getTime());
}
