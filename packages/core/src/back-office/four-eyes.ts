import type { Paise } from "../shared/money.ts";
import { MINUTE_MS } from "../time/clock.ts";

/** Orders wait this long for a second admin: afterwards the market is another one. */
export const ORDERS_WAIT_MS = 15 * MINUTE_MS;

/** Whether orders have to be seen by a second admin. A value that nobody knows counts as a large one. */
export const needsSecondAdmin = (
  settings: { readonly isOn: boolean; readonly orderLimit: Paise },
  value: Paise | null,
): boolean => settings.isOn && (value === null || value > settings.orderLimit);
