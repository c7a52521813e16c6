import { startEndOf } from "@vriddhi/core/schedule/day-plan";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { useMarketNow } from "../../lib/market-clock.ts";
import { todayTexts } from "./today.texts.ts";

const HOUR_MS = 60 * MINUTE_MS;
const two = (number: number): string => String(number).padStart(2, "0");

/** The hour before 9:10, after which nothing starts today. */
export function StartCountdown() {
  const now = useMarketNow();
  if (now === null) return null;
  const left = startEndOf(istDateOf(now)) - now;
  if (left <= 0 || left > HOUR_MS) return null;
  const minutes = Math.floor(left / MINUTE_MS);
  const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
  return (
    <div className="grid content-center gap-2 border-t border-line bg-raised/40 p-5 lg:border-t-0 lg:border-l">
      <p className="text-sm text-muted">{todayTexts.steps.left}</p>
      <p className="figures text-3xl font-semibold" role="timer">{`${two(minutes)}:${two(seconds)}`}</p>
      <div
        role="img"
        aria-label={todayTexts.steps.leftShare(minutes)}
        className="h-1 overflow-hidden rounded-full bg-raised"
      >
        <div className="h-full origin-left rounded-full bg-info" style={{ transform: `scaleX(${left / HOUR_MS})` }} />
      </div>
      <p className="text-xs text-muted">{todayTexts.steps.leftBody}</p>
    </div>
  );
}
