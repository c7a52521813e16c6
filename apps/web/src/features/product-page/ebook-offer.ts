import { EBOOK_LIST_PRICE, EBOOK_PRICE } from "@vriddhi/core/billing/plans";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { HOUR_MS, SECOND_MS } from "@vriddhi/core/time/clock";

export const savedOnEbook: Paise = paise(EBOOK_LIST_PRICE - EBOOK_PRICE);
/** Whole percent, rounded down: an offer never claims more than it gives. */
export const ebookPercentOff: number = Math.floor((savedOnEbook * 100) / EBOOK_LIST_PRICE);

export const OFFER_SECONDS = (3 * HOUR_MS) / SECOND_MS;
