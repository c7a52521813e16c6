import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { HOUR_MS, SECOND_MS } from "@vriddhi/core/time/clock";

/** A9.4 */
export const ebookOffer = { price: rupees(79), listPrice: rupees(1_499) } as const;

export const savedOn = ({ price, listPrice }: typeof ebookOffer): Paise => paise(listPrice - price);
/** Whole percent, rounded down: an offer never claims more than it gives. */
export const percentOff = ({ price, listPrice }: typeof ebookOffer): number =>
  Math.floor(((listPrice - price) * 100) / listPrice);

/** A4.9, A9.4 */
export const OFFER_SECONDS = (3 * HOUR_MS) / SECOND_MS;
