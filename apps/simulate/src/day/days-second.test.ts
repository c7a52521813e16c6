import { describeDays } from "./describe-days.ts";

describeDays(231, 5);
