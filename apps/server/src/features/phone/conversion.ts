import { DAY_MS } from "@vriddhi/core/time/clock";

export interface Conversion {
  readonly texts: number;
  readonly verified: number;
}

/** With fewer codes the rate means nothing. */
export const CONVERSION_SAMPLE = 50;
/** How long a block with SMS pumping stays blocked. */
export const CONVERSION_WINDOW_MS = DAY_MS;
const VERIFIED_MIN_PERCENT = 30;

/** SMS pumping: attackers who earn on messages request codes and never enter them. */
export const isPumped = ({ texts, verified }: Conversion): boolean =>
  texts >= CONVERSION_SAMPLE && verified * 100 < texts * VERIFIED_MIN_PERCENT;
