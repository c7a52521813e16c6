import { paise } from "@vriddhi/core/shared/money";
import { memo } from "react";
import { formatPaise, formatSignedPaise } from "../../lib/format.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import type { Day } from "./day-types.ts";
import { Money } from "./money.tsx";
import { todayTexts } from "./today.texts.ts";
import { dayResultAtStops } from "./trade-outlook.ts";

const texts = todayTexts.dailyStop;
const PERCENT = 100;

const share = (amount: number, limit: number): number => Math.max(-1, Math.min(1, limit === 0 ? 0 : amount / limit));

/** From the limit on the left over zero in the middle to an equal gain on the right. */
const Meter = memo(function Meter({ result, limit, worst }: { result: number; limit: number; worst: number | null }) {
  const at = share(result, limit);
  return (
    <div>
      <div
        role="img"
        aria-label={texts.meter(formatSignedPaise(paise(result)), formatPaise(paise(limit)))}
        className="relative h-2 rounded-full bg-raised"
      >
        <span className="absolute -top-1 left-0 h-4 w-0.5 bg-loss" />
        <span className="absolute -top-1 left-1/2 h-4 w-0.5 bg-text" />
        <span
          className={`absolute inset-y-0 left-1/2 w-1/2 origin-left rounded-full ${at < 0 ? "bg-loss" : "bg-profit"}`}
          style={{ transform: `scaleX(${at})` }}
        />
        {worst !== null && (
          <span
            className="absolute -top-1 h-4 border-l-2 border-dashed border-loss"
            style={{ left: `${(1 + share(worst, limit)) * 50}%` }}
          />
        )}
      </div>
      <div className="figures mt-2 grid grid-cols-3 text-xs text-muted" aria-hidden="true">
        <span className="whitespace-nowrap">
          <b className="text-text">{formatSignedPaise(paise(-limit), "auto")}</b> {texts.ends}
        </span>
        <span className="text-center">₹0</span>
        <span className="text-right">{formatSignedPaise(paise(limit), "auto")}</span>
      </div>
    </div>
  );
});

function Body({ day }: { day: Day }) {
  const { daily_stop: stop, result } = day;
  const limit = stop.limit_paise;
  if (stop.is_hit)
    return (
      <div className="grid gap-2">
        <p className="font-semibold">{texts.reached}</p>
        <p className="text-sm text-muted">{day.is_open ? texts.reachedOpen : texts.reachedBody}</p>
        <Meter result={-limit} limit={limit} worst={null} />
      </div>
    );
  if (day.orders.length === 0)
    return (
      <div className="grid gap-2">
        <p className="figures text-xl font-semibold">{formatSignedPaise(paise(-limit))}</p>
        <p className="text-sm text-muted">{texts.before}</p>
      </div>
    );
  const worst = dayResultAtStops(day);
  const room = stop.loss_paise === null ? null : limit + (result.now_paise ?? -stop.loss_paise);
  const [amount, away] = texts.away(room === null ? "" : formatPaise(paise(room), "always"));
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        {room === null ? (
          texts.unknown
        ) : (
          <>
            <b className="figures">{amount}</b> {away}
          </>
        )}{" "}
        {worst !== null && (
          <span className="text-muted">
            {texts.worst(day.positions.map(({ symbol }) => symbol).join(", "), formatSignedPaise(worst))}
          </span>
        )}
      </p>
      <Meter result={result.now_paise ?? 0} limit={limit} worst={worst} />
    </div>
  );
}

export const DailyStopCard = memo(function DailyStopCard({ day, onOwn }: { day: Day; onOwn(): void }) {
  const { limit_paise: limit, rule_paise: rule } = day.daily_stop;
  const capital = day.run?.capital_paise ?? 0;
  if (capital === 0) return null;
  const percent = `${((limit / capital) * PERCENT).toFixed(limit === rule ? 0 : 2)}%`;
  return (
    <Card>
      <CardHeader
        title={texts.title}
        action={
          <span className="figures text-sm text-muted">
            <Money amount={-limit} className="text-muted!" /> · {percent}
          </span>
        }
      />
      <div className="grid gap-4 px-6 py-5">
        <Body day={day} />
        <div className="flex items-center justify-between gap-4 border-t border-line pt-3 text-sm">
          <span className="text-muted">{limit < rule ? texts.own(formatPaise(paise(limit))) : texts.noOwn}</span>
          <button type="button" onClick={onOwn} className="thumb font-semibold underline underline-offset-4">
            {limit < rule ? texts.change : texts.set}
          </button>
        </div>
      </div>
    </Card>
  );
});
