import { isCalendarDate, istDate } from "@vriddhi/core/time/ist";
import { formatDay } from "../../lib/format.ts";

/** A day in another format was typed elsewhere and is shown unchanged. */
export const dayText = (date: string): string => (isCalendarDate(date) ? formatDay(istDate(date)) : date);
