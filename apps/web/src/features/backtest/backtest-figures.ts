import { type Paise, paise } from "@vriddhi/core/shared/money";
import { formatPaise, formatSignedPaise } from "../../lib/format.ts";

const MINUS = "\u2212";

const toPaise = (rupees: number): Paise => paise(Math.round(rupees * 100));

/** The report uses rupees with two decimals. */
export const moneyOf = (rupees: number): string => formatPaise(toPaise(rupees), "always");
export const signedMoneyOf = (rupees: number): string => formatSignedPaise(toPaise(rupees));

export const decimalOf = (value: number): string => value.toFixed(2).replace("-", MINUS);
export const percentOf = (share: number): string => `${decimalOf(share * 100)}%`;

export const toneOf = (amount: number): "plain" | "profit" | "loss" =>
  amount > 0 ? "profit" : amount < 0 ? "loss" : "plain";
