import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { isCalendarDate } from "@vriddhi/core/time/ist";

/** Where the market clock starts and how fast it runs: the meaning of `SANDBOX_CLOCK`. */
export type ClockSetting =
  | { readonly kind: "real" }
  | { readonly kind: "next_open"; readonly speed: number }
  | { readonly kind: "instant"; readonly at: EpochMs; readonly speed: number }
  | { readonly kind: "now"; readonly speed: number };

const CLOCK_SPEED_MAX = 10_000;

/** The default speed for watching a day: an hour passes in three minutes. */
const NEXT_OPEN_SPEED = 20;
const REAL_SPEED = 1;

const SETTING_SHAPE = /^([^@]*)(?:@(\d{1,5}(?:\.\d{1,3})?))?$/;
const INSTANT_SHAPE = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** An instant must carry its offset: a bare 09:15 would be ambiguous. */
function parseInstant(text: string): EpochMs | null {
  const day = INSTANT_SHAPE.exec(text)?.[1];
  if (day === undefined || !isCalendarDate(day)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : epochMs(at);
}

function toSetting(start: string, speed: number | null): ClockSetting | null {
  switch (start) {
    case "real":
      return speed === null ? { kind: "real" } : null;
    case "next-open":
      return { kind: "next_open", speed: speed ?? NEXT_OPEN_SPEED };
    case "":
      return speed === null ? null : { kind: "now", speed };
    default: {
      const at = parseInstant(start);
      return at === null ? null : { kind: "instant", at, speed: speed ?? REAL_SPEED };
    }
  }
}

/** `next-open@20`, an ISO instant with offset and an optional `@N`, `@N` alone (from now on), `@0` = frozen, `real`. */
export function parseClockSetting(text: string): Result<ClockSetting, "clock_setting_invalid"> {
  const shape = SETTING_SHAPE.exec(text.trim());
  if (shape === null) return err("clock_setting_invalid");
  const [, start = "", speedText] = shape;
  const speed = speedText === undefined ? null : Number(speedText);
  const setting = speed !== null && speed > CLOCK_SPEED_MAX ? null : toSetting(start, speed);
  return setting === null ? err("clock_setting_invalid") : ok(setting);
}
