import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { customType } from "drizzle-orm/pg-core";

/** Instants are `timestamptz` in the database and epoch milliseconds in the program. */
export const instant = customType<{ data: EpochMs; driverData: string }>({
  dataType: () => "timestamptz(3)",
  toDriver: (value) => toTimestamp(value),
  fromDriver: (value) => fromTimestamp(value),
});

export const toTimestamp = (value: EpochMs): string => new Date(value).toISOString();

export function fromTimestamp(value: string | Date): EpochMs {
  return epochMs(typeof value === "string" ? Date.parse(value) : value.getTime());
}
