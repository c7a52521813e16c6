import { epochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";

/** Today in India by this device's clock: good enough for a form, never for a decision. */
export const istToday = (): IstDate => istDateOf(epochMs(Date.now()));
