import { type Paise, paise, rupees } from "../shared/money.ts";

/** NSE's price steps for shares, by the month-end close. An available instrument list takes precedence. */
const TICK_STEPS: readonly { readonly upTo: Paise; readonly tick: Paise }[] = [
  { upTo: paise(rupees(250) - 1), tick: paise(1) },
  { upTo: rupees(1_000), tick: paise(5) },
  { upTo: rupees(5_000), tick: paise(10) },
  { upTo: rupees(10_000), tick: paise(50) },
  { upTo: rupees(20_000), tick: rupees(1) },
];
const LARGEST_TICK = rupees(5);

export const tickSizeAt = (price: number): Paise => TICK_STEPS.find(({ upTo }) => price <= upTo)?.tick ?? LARGEST_TICK;
