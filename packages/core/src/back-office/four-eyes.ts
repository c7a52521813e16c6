import type { Paise } from "../shared/money.ts";
import { MINUTE_MS } from "../time/clock.ts";

/** Orders wait this long for a second admin; afterwards the market has moved. */
export const ORDERS_WAIT_MS = 15 * MINUTE_MS;

/** Whether orders need a second admin. An unknown value counts as a large one. */
export const needsSecondAdmin = (
  settings: { readonly isOn: boolean; readonly orderLimit: Paise },
  value: Paise | null,
): boolean => settings.isOn && (value === null || value > settings.orderLimit);
