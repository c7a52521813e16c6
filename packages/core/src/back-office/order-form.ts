export const TOTAL_QUANTITY_MIN = 1;

/** C2.40, C9.5: rupees; the form's least price and its step. */
export const LIMIT_PRICE_MIN = 0;
export const LIMIT_PRICE_STEP = 0.01;
