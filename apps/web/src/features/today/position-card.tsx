import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { paise } from "@vriddhi/core/shared/money";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { memo, type ReactNode, useEffect, useState } from "react";
import { formatPaise, formatSignedPaise } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { brokerLabel } from "./broker-label.ts";
import { CloseTrade } from "./close-trade.tsx";
import type { Day, DayPosition } from "./day-types.ts";
import { Money } from "./money.tsx";
import { PriceRail } from "./price-rail.tsx";
import { todayTexts } from "./today.texts.ts";
import { dayResultIf } from "./trade-outlook.ts";

const texts = todayTexts.position;
const SECOND_MS = 1_000;
const PERCENT = 100;

const price = (amount: number): string => formatPaise(paise(amount), "always");

const signedPercent = (percent: number): string => `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(2)}%`;

/** A paper stop is at no broker. */
const stopTexts = (broker: TradingBroker) =>
  broker === "paper"
    ? { resting: texts.paperStop, stillRests: texts.paperStopStands }
    : { resting: texts.stop(brokerLabel(broker)), stillRests: texts.stillRests(brokerLabel(broker)) };

function useAge(ageMs: number | null, readAtMs: number): number | null {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return ageMs === null ? null : ageMs + Math.max(0, nowMs - readAtMs);
}

const PriceAge = memo(function PriceAge({ ageMs, readAtMs }: { ageMs: number | null; readAtMs: number }) {
  const age = useAge(ageMs, readAtMs);
  if (age === null) return null;
  const isFresh = age < FEED_SILENT_MS;
  const shown = age < SECOND_MS ? (Math.floor(age / 100) / 10).toFixed(1) : String(Math.floor(age / SECOND_MS));
  return (
    <span className="figures inline-flex items-center justify-end gap-1.5 text-xs text-muted">
      <span className={`size-1.5 rounded-full ${isFresh ? "bg-info" : "bg-warn"}`} aria-hidden="true" />
      {texts.price} <span className="inline-block min-w-[4ch] text-right">{texts.old(shown)}</span>
    </span>
  );
});

/** The height is reserved whether or not there is something to say. */
const StaleLine = memo(function StaleLine({
  ageMs,
  readAtMs,
  stillRests,
}: {
  ageMs: number | null;
  readAtMs: number;
  /** The text for a resting stop; `null`: none is known to rest. */
  stillRests: string | null;
}) {
  const age = useAge(ageMs, readAtMs);
  const isStale = age === null || age >= FEED_SILENT_MS;
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm text-warn" role="status">
      {isStale && (
        <>
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          {age === null ? texts.noPrice : texts.stale(Math.floor(age / SECOND_MS))}
          {stillRests !== null && ` ${stillRests}`}
        </>
      )}
    </p>
  );
});

interface LevelProps {
  label: string;
  amount: number;
  note?: ReactNode;
  isAtEnd?: boolean;
}

function Level({ label, amount, note, isAtEnd = false }: LevelProps) {
  return (
    <div className={classNames("grid content-start gap-0.5", isAtEnd && "justify-items-end text-right")}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures font-semibold">{price(amount)}</dd>
      {note && <dd className="text-xs">{note}</dd>}
    </div>
  );
}

/** The day's result there, after charges. */
const Outcome = ({ day, position, price }: { day: Day; position: DayPosition; price: number }) => {
  const result = dayResultIf(day, [[position, price]]);
  return result === null ? null : <Money amount={result} />;
};

function Levels({ day, position, broker, isStopResting }: PositionCardProps) {
  const { stop_paise: stop, target_paise: target, average_paise: average } = position;
  return (
    <dl className="grid grid-cols-3 gap-4">
      {stop !== null && (
        <Level
          label={isStopResting ? stopTexts(broker).resting : texts.stopPlanned}
          amount={stop}
          note={<Outcome day={day} position={position} price={stop} />}
        />
      )}
      <Level label={texts.entry} amount={average} />
      {target !== null && (
        <Level
          label={texts.target}
          amount={target}
          note={<Outcome day={day} position={position} price={target} />}
          isAtEnd
        />
      )}
    </dl>
  );
}

interface PositionCardProps {
  day: Day;
  position: DayPosition;
  broker: TradingBroker;
  isClosing: boolean;
  isStopResting: boolean;
  readAtMs: number;
  children?: ReactNode;
}

function Head({ position, broker, isClosing }: PositionCardProps) {
  const { symbol, side, quantity } = position;
  return (
    <div className="grid gap-1 md:pr-56">
      <div className="flex flex-wrap items-center gap-2.5">
        <h2 className="text-xl font-semibold">{symbol}</h2>
        <Badge>{side === "buy" ? texts.long(quantity) : texts.short(quantity)}</Badge>
        {broker === "paper" && <Badge tone="info">{todayTexts.paper}</Badge>}
        {isClosing && <Badge tone="info">{texts.closing}</Badge>}
      </div>
      <p className="text-sm text-muted">{texts.place(brokerLabel(broker))}</p>
    </div>
  );
}

const hasRail = ({ stop_paise: stop, target_paise: target }: DayPosition): boolean => stop !== null && target !== null;

/** The strip's figure: the day's result after charges if the trade is closed now. */
function Result({ day, position, readAtMs }: PositionCardProps) {
  const { open_result_paise: gross, average_paise: average, quantity, last_price_paise: last } = position;
  const percent = gross === null ? null : (gross / (average * quantity)) * PERCENT;
  const { now_paise: net } = day.result;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="grid gap-1">
        <p className="text-[2.5rem] leading-11 font-semibold tracking-[-0.03em] md:text-5xl md:leading-13">
          {net === null ? (
            <span className="text-muted">₹–</span>
          ) : (
            <Money amount={net} hasArrow className="inline-block min-w-[9ch]" />
          )}
        </p>
        <p className="figures text-sm text-muted">
          {texts.afterCharges}
          {gross !== null && (
            <>
              {" · "}
              <span className="whitespace-nowrap">
                {texts.gross(formatSignedPaise(paise(gross)), signedPercent(percent ?? 0))}
              </span>
            </>
          )}
        </p>
      </div>
      <div className="grid gap-1 md:justify-items-end">
        {/* On a phone the rail's knob shows it. */}
        <span className={classNames("figures text-xl font-semibold", hasRail(position) && "max-md:hidden")}>
          {last === null ? "–" : price(last)}
        </span>
        <PriceAge ageMs={position.price_age_ms} readAtMs={readAtMs} />
      </div>
    </div>
  );
}

/** The money first, then the worst planned case, then the exit; the reasons come below. */
export function PositionCard(props: PositionCardProps) {
  const { position, broker, isClosing, isStopResting, readAtMs, children } = props;
  const { stop_paise: stop, target_paise: target, average_paise: average } = position;
  return (
    <Card>
      <div className="relative grid gap-4 p-4 md:p-5">
        <Head {...props} />
        <Result {...props} />
        {stop !== null && target !== null && (
          <PriceRail
            stop={stop}
            entry={average}
            target={target}
            now={position.open_result_paise === null ? null : position.last_price_paise}
          />
        )}
        <Levels {...props} />
        <StaleLine
          ageMs={position.price_age_ms}
          readAtMs={readAtMs}
          stillRests={isStopResting ? stopTexts(broker).stillRests : null}
        />
        {!isClosing && (
          <div className="grid md:absolute md:top-5 md:right-5">
            <CloseTrade position={position} broker={broker} />
          </div>
        )}
      </div>
      {children && <div className="border-t border-line p-4 md:p-5">{children}</div>}
    </Card>
  );
}
