import type { EpochMs } from "@vriddhi/core/time/clock";
import { epochMs } from "@vriddhi/core/time/clock";
import { istDateOf, weekdayOf } from "@vriddhi/core/time/ist";
import { formatIstClock, formatIstDate } from "../../lib/format.ts";
import { useMarketClock, useMarketNow } from "../../lib/market-clock.ts";
import { deskTexts } from "./desk.texts.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

const dayText = (now: EpochMs): string => `${WEEKDAYS[weekdayOf(istDateOf(now))]}, ${formatIstDate(now)}`;

/** C4.13: every second, and always true IST, however the times below are shifted. */
export function DeskClock() {
  const now = useMarketNow();
  return (
    <p className="figures text-[1.0625rem] leading-7 font-semibold tracking-tight whitespace-nowrap md:text-xl">
      {now === null ? "--:--:--" : <time dateTime={new Date(now).toISOString()}>{formatIstClock(now)}</time>}
      <span className="ml-1 text-xs font-medium tracking-normal text-muted">{deskTexts.ist}</span>
    </p>
  );
}

export function DeskDay() {
  const reading = useMarketClock();
  if (reading === null) return null;
  return (
    <p className="hidden text-sm whitespace-nowrap text-muted lg:block">
      {dayText(epochMs(reading.now))} · {reading.opensAt === null ? deskTexts.noTradingDay : deskTexts.tradingDay}
    </p>
  );
}
