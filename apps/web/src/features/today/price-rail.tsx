import { paise } from "@vriddhi/core/shared/money";
import { memo } from "react";
import { formatPaise } from "../../lib/format.ts";
import { todayTexts } from "./today.texts.ts";

interface PriceRailProps {
  stop: number;
  entry: number;
  target: number;
  now: number | null;
}

const between = (share: number): number => Math.max(0, Math.min(1, share));
const price = (amount: number): string => formatPaise(paise(amount), "always");

/** Stop, entry, now and target to scale. The knob moves by transform alone. */
export const PriceRail = memo(function PriceRail({ stop, entry, target, now }: PriceRailProps) {
  const width = target - stop || 1;
  const entryAt = between((entry - stop) / width);
  const nowAt = now === null ? entryAt : between((now - stop) / width);
  const { rail } = todayTexts.position;
  const label = rail(price(stop), price(entry), now === null ? "not known" : price(now), price(target));
  const isGain = nowAt >= entryAt;
  return (
    <div role="img" aria-label={label} className="relative -mx-2 mt-1 mb-1 overflow-x-clip px-2 pt-7 pb-2">
      <div className="relative h-2">
        <div className="absolute inset-0 overflow-hidden rounded-full bg-raised">
          <div className="absolute inset-y-0 left-0 bg-loss/40" style={{ width: `${entryAt * 100}%` }} />
          <div className="absolute inset-y-0 right-0 bg-profit/30" style={{ left: `${entryAt * 100}%` }} />
          <div
            className={isGain ? "absolute inset-y-0 bg-profit" : "absolute inset-y-0 bg-loss"}
            style={{ left: `${Math.min(entryAt, nowAt) * 100}%`, width: `${Math.abs(nowAt - entryAt) * 100}%` }}
          />
        </div>
        <span className="absolute -top-1 h-4 w-0.5 bg-text" style={{ left: `${entryAt * 100}%` }} />
        {now !== null && (
          <span className="absolute inset-x-0 top-1" style={{ transform: `translateX(${nowAt * 100}%)` }}>
            <span className="absolute -top-2 -left-2 size-4 rounded-full border-2 border-text bg-text ring-2 ring-surface ring-inset" />
            <span
              className="figures absolute -top-8 text-sm font-semibold whitespace-nowrap"
              style={{ transform: `translateX(-${nowAt * 100}%)` }}
            >
              {todayTexts.position.now} {price(now)}
            </span>
          </span>
        )}
      </div>
    </div>
  );
});
