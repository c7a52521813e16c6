import { priceOf, TRIAL_BAND } from "@vriddhi/core/billing/plans";
import { formatPaise } from "../lib/format.ts";

const monthly = priceOf(1, "MONTHLY");
const share = Math.round((monthly * 100) / TRIAL_BAND);

export const smallCapitalNote = `With ${formatPaise(TRIAL_BAND)} of capital, ${formatPaise(monthly)} a month is ${share}% of it every month, before trading costs. A small amount also trades less often, because some shares cost more than it can buy.`;
