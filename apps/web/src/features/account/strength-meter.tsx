import { StrengthMeter as Meter } from "../../ui/strength-meter.tsx";

/** Its address until routes/dashboard.tsx takes it from ui/. */
export const StrengthMeter = Meter;
