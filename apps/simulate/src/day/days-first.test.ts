import { describeDays } from "./describe-days.ts";

/** Twenty dense ones among them. */
describeDays(181, 5);
