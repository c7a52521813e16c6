import { isCalendarDate, istDate } from "@vriddhi/core/time/ist";
import { formatDay } from "../../lib/format.ts";

/** A day of another form was typed elsewhere and is shown as it is. */
export const dayText = (date: string): string => (isCalendarDate(date) ? formatDay(istDate(date)) : date);
