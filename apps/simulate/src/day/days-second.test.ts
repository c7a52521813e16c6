import { describeDays } from "./describe-days.ts";

describeDays(321, 14);
