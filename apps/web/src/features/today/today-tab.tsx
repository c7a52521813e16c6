import { useQuery } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { istDate } from "@vriddhi/core/time/ist";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { formatDay } from "../../lib/format.ts";
import { type MarketReading, marketNowOf, marketStateOf, useMarketClock } from "../../lib/market-clock.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import type { Subscription } from "../../lib/session-store.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { WhenVisible } from "../../ui/when-visible.tsx";
import { brokerLabel } from "./broker-label.ts";
import { DailyStopCard } from "./daily-stop-card.tsx";
import { areEntriesOver, isClosing, isStopResting, leadOf, strategyTextsOf } from "./day-lead.ts";
import { DayTimeline } from "./day-timeline.tsx";
import type { AllRuns, Day, DayOrder, DayPosition, Readiness, StrategyState } from "./day-types.ts";
import { MonthCard } from "./month-card.tsx";
import { type NextStep, nextStepOf } from "./next-step.ts";
import { ReadinessStrip } from "./readiness-strip.tsx";
import { StartCountdown } from "./start-countdown.tsx";
import { StepCard } from "./step-card.tsx";
import { dayOf, planOf } from "./timeline.ts";
import { todayTexts } from "./today.texts.ts";
import { type TradeCards, tradeCards } from "./trade-cards.ts";

const WISHES_ANCHOR = "own-rules";
const PreferencesCard = lazy(async () => ({ default: (await import("./preferences-card.tsx")).PreferencesCard }));

export interface TradedShare {
  readonly isin: string;
  readonly symbol: string;
  readonly broker: TradingBroker;
  readonly position: DayPosition | null;
  readonly orders: readonly DayOrder[];
  readonly fills: Day["fills"];
  readonly isLive: boolean;
}

interface TodayTabProps {
  userId: string;
  /** `null`: not known yet. */
  subscription: Subscription | null;
  connectionPath(broker: BrokerName): string;
  chart?(share: TradedShare): ReactNode;
  paper?: ReactNode;
}

/** Polled often while a position is open, and seldom otherwise; live events come in addition. */
function useDay(broker: TradingBroker | null) {
  return useQuery({
    // The strip above reads the same query.
    ...read("/algorithm/day", { query: broker === null ? {} : { broker } }),
    refetchInterval: ({ state: { data } }) =>
      data?.accounts.some(({ is_open: isOpen }) => isOpen) === true ? POLL.openDayMs : POLL.quietDayMs,
  });
}

function Waiting() {
  return (
    <LoadingRegion label={todayTexts.loading}>
      <Card className="grid gap-5 p-5">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-12 w-64" />
        <Skeleton className="h-2 w-full" />
        <div className="flex justify-between">
          <Skeleton className="h-10 w-24" />
          <Skeleton className="h-10 w-24" />
          <Skeleton className="h-10 w-24" />
        </div>
      </Card>
    </LoadingRegion>
  );
}

interface HeadingProps {
  lead: readonly string[];
  day: string | null;
}

function Heading({ lead, day }: HeadingProps) {
  const [answer = "", rest = ""] = lead;
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold">{todayTexts.title}</h1>
        <p className="min-h-6 text-muted">
          <b className="font-semibold text-text">{answer}</b> {rest}
        </p>
      </div>
      {day !== null && <p className="text-sm text-muted">{formatDay(istDate(day))}</p>}
    </header>
  );
}

/** Several running accounts, paper among them, are shown one after the other, with a mark where something is open. */
function BrokerChoice({ day, onChoose }: { day: Day; onChoose(broker: TradingBroker): void }) {
  if (day.brokers.length < 2) return null;
  const open = day.accounts.filter(({ is_open: isOpen }) => isOpen).map(({ broker }) => broker);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{todayTexts.result.traded}</legend>
      {day.brokers.map((broker) => (
        <button
          key={broker}
          type="button"
          aria-pressed={broker === day.broker}
          onClick={() => onChoose(broker)}
          className={classNames(
            "h-11 rounded-md border px-4 text-sm font-semibold",
            broker === day.broker ? "border-text bg-raised" : "border-line-strong text-muted",
          )}
        >
          {open.includes(broker) ? todayTexts.result.openThere(brokerLabel(broker)) : brokerLabel(broker)}
        </button>
      ))}
    </fieldset>
  );
}

const runsAnywhere = (runs: AllRuns): boolean => tradingBrokers.some((broker) => runs[broker].status === "running");

const startsOn = (runs: AllRuns, day: string): boolean =>
  tradingBrokers.some((broker) => runs[broker].next_start === day);

/** Code for a trade is fetched when the algorithm runs, not when the trade begins; a back-office order has no run. */
const isDayBegun = (day: Day | undefined, runs: AllRuns | undefined): boolean =>
  (day !== undefined && (day.run !== null || day.orders.length > 0 || day.notes.length > 0)) ||
  (runs !== undefined && runsAnywhere(runs));

function NoPosition({ isRunning, strategy }: { isRunning: boolean; strategy: StrategyState | undefined }) {
  const { none, noneStopped } = todayTexts.position;
  const running = strategyTextsOf(strategy)?.card ?? todayTexts.lead.quiet[1];
  return (
    <Card className="grid gap-1 p-5">
      <h2 className="font-semibold">{none}</h2>
      <p className="text-sm text-muted">{isRunning ? running : noneStopped}</p>
    </Card>
  );
}

interface SharedProps extends TodayTabProps {
  day: Day;
  readAtMs: number;
  runs: AllRuns;
  readiness: Readiness;
  reading: MarketReading;
  /** `undefined`: nothing runs, or not read yet. */
  strategy: StrategyState | undefined;
  /** `null` while their code loads. */
  cards: TradeCards | null;
}

const stateOf = (reading: MarketReading) => marketStateOf(reading, marketNowOf(reading, Date.now()));

function tradedShareOf({ day, reading }: SharedProps): TradedShare | null {
  const entry = day.orders.findLast(({ leg, filled }) => leg === "entry" && filled > 0);
  if (entry === undefined || day.broker === null) return null;
  const position = day.positions.find(({ tag }) => tag === entry.tag) ?? null;
  const { isin, symbol } = entry;
  const isLive = stateOf(reading) === "open";
  return { isin, symbol, broker: day.broker, position, orders: day.orders, fills: day.fills, isLive };
}

/** The trade is closed, or the day is over: then the result comes first. */
const isResultShown = ({ day, reading }: SharedProps): boolean =>
  day.run !== null && day.positions.length === 0 && (stateOf(reading) === "after_close" || day.fills.length > 0);

function Main(props: SharedProps) {
  const { day, readAtMs, runs, strategy, chart, cards } = props;
  const share = tradedShareOf(props);
  const drawn = share !== null && chart?.(share);
  const [position] = day.positions;
  if (position !== undefined && day.broker !== null)
    return cards === null ? (
      <Waiting />
    ) : (
      <cards.PositionCard
        day={day}
        position={position}
        broker={day.broker}
        isClosing={isClosing(day)}
        isStopResting={isStopResting(day)}
        readAtMs={readAtMs}
      >
        {drawn}
      </cards.PositionCard>
    );
  if (isResultShown(props))
    return cards === null ? <Waiting /> : <cards.ResultCard day={day}>{drawn}</cards.ResultCard>;
  return stateOf(props.reading) === "open" ? <NoPosition isRunning={runsAnywhere(runs)} strategy={strategy} /> : null;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

function Month({ day }: { day: string }) {
  const from = `${day.slice(0, 7)}-01`;
  const { data } = useQuery(read("/algorithm/history", { query: { from } }));
  return data === undefined ? null : <MonthCard days={data.days} month={MONTHS[Number(day.slice(5, 7)) - 1] ?? ""} />;
}

function Shortlist({ day, runs, reading, strategy, cards }: SharedProps) {
  const { data } = useQuery({ ...read("/algorithm/stocks"), refetchInterval: POLL.quietDayMs });
  if (cards === null || (!runsAnywhere(runs) && (data === undefined || data.stocks.length === 0))) return null;
  return (
    <cards.ShortlistCard
      stocks={data?.stocks ?? []}
      signals={day.signals}
      orders={day.orders}
      isRunning={runsAnywhere(runs)}
      isBeforeOpen={stateOf(reading) === "before_open"}
      isOver={stateOf(reading) === "after_close" || areEntriesOver(strategy)}
    />
  );
}

function useTimeline({ day, runs, readiness, reading, strategy, cards }: SharedProps) {
  const past = useMemo(() => (cards === null ? [] : cards.pastOf(day)), [day, cards]);
  const plan = useMemo(
    () =>
      planOf({
        day: dayOf(reading.day),
        now: marketNowOf(reading, Date.now()),
        isTradingDay: reading.opensAt !== null,
        isRunning: runsAnywhere(runs),
        isOpen: day.is_open,
        areEntriesOver: areEntriesOver(strategy),
        startsToday: startsOn(runs, reading.day),
        loginNeeded: readiness.brokers.filter(({ reason }) => reason === "login_needed").map(({ broker }) => broker),
      }),
    [day, runs, readiness, reading, strategy],
  );
  return { past, plan };
}

function toOwnRules(): void {
  document.getElementById(WISHES_ANCHOR)?.scrollIntoView({ block: "center" });
}

const toOrders = (): void => document.getElementById("orders")?.scrollIntoView({ block: "center" });

function Aside(props: SharedProps) {
  const { past, plan } = useTimeline(props);
  const { day } = props;
  return (
    <>
      <DailyStopCard day={day} onOwn={toOwnRules} />
      <DayTimeline
        past={past}
        plan={plan}
        action={
          day.orders.length > 0 && (
            <button
              type="button"
              onClick={toOrders}
              className="thumb text-sm font-semibold underline underline-offset-4"
            >
              {todayTexts.timeline.orders}
            </button>
          )
        }
      />
    </>
  );
}

const COLUMN = "grid min-w-0 content-start gap-4 md:gap-5";

function useNextStep({ userId, subscription, runs, readiness, reading }: SharedProps): NextStep {
  const { data } = useQuery(read("/api/capital-allocation/user/{userId}", { params: { userId } }));
  return nextStepOf({
    isSubscribed: subscription === null ? null : subscription.status === "active",
    accounts: readiness.brokers,
    hasCapital: data === undefined ? null : data.id !== null,
    runs,
    isDayAhead: stateOf(reading) === "before_open",
    isMarketOpen: stateOf(reading) === "open",
  });
}

function Loaded(props: SharedProps & { onChoose(broker: TradingBroker): void }) {
  const { day, runs, readiness, reading, subscription, connectionPath, onChoose, paper, cards } = props;
  const step = useNextStep(props);
  const state = stateOf(reading);
  const isBefore = state === "before_open";
  const isResult = isResultShown(props);
  const lead = leadOf({
    day,
    state,
    nextDay: reading.nextDay === null ? "" : formatDay(istDate(reading.nextDay)),
    runs,
    startsToday: startsOn(runs, reading.day),
    strategy: props.strategy,
    step,
  });
  return (
    <>
      <Heading lead={lead} day={reading.day} />
      <BrokerChoice day={day} onChoose={onChoose} />
      {isResult && <Main {...props} />}
      <div className="grid gap-4 md:gap-5 min-[1180px]:grid-cols-[minmax(0,1fr)_23.25rem] min-[1180px]:grid-rows-[auto_1fr]">
        <div className={classNames(COLUMN, "empty:hidden min-[1180px]:col-start-1")}>
          <StepCard step={step} subscription={subscription} countdown={isBefore && <StartCountdown />} />
          {!isResult && <Main {...props} />}
          {isBefore && <ReadinessStrip readiness={readiness} connectionPath={connectionPath} />}
        </div>
        <div
          className={classNames(COLUMN, "min-[1180px]:col-start-2 min-[1180px]:row-span-2 min-[1180px]:row-start-1")}
        >
          <Aside {...props} />
        </div>
        <div className={classNames(COLUMN, "min-[1180px]:col-start-1")}>
          {(day.run !== null || runsAnywhere(runs)) && <Shortlist {...props} />}
          {cards !== null && day.orders.length > 0 && (
            <cards.OrdersCard
              orders={day.orders}
              fills={day.fills}
              notes={day.notes}
              tradingDay={day.trading_day}
              broker={day.broker ?? "paper"}
            />
          )}
          <Month day={reading.day} />
          {!isBefore && <ReadinessStrip readiness={readiness} connectionPath={connectionPath} />}
          <WhenVisible id={WISHES_ANCHOR}>
            <Suspense fallback={<Skeleton className="h-64 w-full" />}>
              <PreferencesCard runs={runs} />
            </Suspense>
          </WhenVisible>
          {paper}
        </div>
      </div>
    </>
  );
}

export function TodayTab(props: TodayTabProps) {
  const [broker, setBroker] = useState<TradingBroker | null>(null);
  const reading = useMarketClock();
  const day = useDay(broker);
  const runs = useQuery({ ...read("/algorithm/all-status"), refetchInterval: POLL.multiBrokerMs });
  const readiness = useQuery({ ...read("/brokers/readiness"), refetchInterval: POLL.multiBrokerMs });
  const isRunning = runs.data !== undefined && runsAnywhere(runs.data);
  const stocks = useQuery({ ...read("/algorithm/stocks"), enabled: isRunning, refetchInterval: POLL.quietDayMs });
  const cards = tradeCards.usePart(isDayBegun(day.data, runs.data));
  const choose = useCallback((chosen: TradingBroker) => setBroker(chosen), []);
  const queries = [day, runs, readiness];
  if (queries.some(({ data, isError }) => data === undefined && isError))
    return (
      <>
        <Heading lead={[]} day={null} />
        <Card>
          <ErrorState
            title={todayTexts.failed}
            isRetrying={queries.some(({ isFetching }) => isFetching)}
            onRetry={() => queries.forEach((query) => void query.refetch())}
          >
            {todayTexts.failedBody}
          </ErrorState>
        </Card>
      </>
    );
  if (day.data === undefined || runs.data === undefined || readiness.data === undefined || reading === null)
    return (
      <>
        <Heading lead={[]} day={null} />
        <Waiting />
      </>
    );
  return (
    <Loaded
      {...props}
      day={day.data}
      readAtMs={day.dataUpdatedAt}
      runs={runs.data}
      readiness={readiness.data}
      reading={reading}
      strategy={isRunning ? stocks.data?.strategy_state : undefined}
      cards={cards}
      onChoose={choose}
    />
  );
}
