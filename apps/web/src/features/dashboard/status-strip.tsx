import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { istDate } from "@vriddhi/core/time/ist";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Play from "lucide-react/icons/play";
import Square from "lucide-react/icons/square";
import { type ReactNode, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { formatDay, formatDays, formatIstSeconds, formatIstTime, formatRemaining } from "../../lib/format.ts";
import { type MarketReading, marketStateOf, useMarketClock, useMarketNow } from "../../lib/market-clock.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { connectionTabOf, tradingTabOf } from "./dashboard-place.ts";
import { pathOf } from "./dashboard-tab.ts";
import {
  type BrokersFact,
  brokersFact,
  type RunBroker,
  type RunFact,
  runFact,
  useReadiness,
  useRuns,
} from "./day-facts.ts";
import { runTitles } from "./run-titles.ts";
import { Result } from "./status-result.tsx";
import { stripTexts } from "./strip.texts.ts";

interface FactProps {
  to: string;
  /** Not on a phone, where the dock or the profile shows it. */
  isWide?: boolean;
  children: ReactNode;
}

function Fact({ to, isWide = false, children }: FactProps) {
  return (
    <li
      className={classNames(
        "shrink-0 border-line md:border-l md:pl-3 md:first:border-l-0 md:first:pl-0",
        isWide && "max-[88rem]:hidden",
      )}
    >
      <Link
        to={to}
        className="flex h-11 items-center gap-2 rounded-sm text-xs font-medium whitespace-nowrap text-text hover:underline md:text-sm"
      >
        {children}
      </Link>
    </li>
  );
}

const Words = ({ long, short }: { long: ReactNode; short: ReactNode }) => (
  <>
    <span className="max-[88rem]:hidden">{long}</span>
    <span className="min-[88rem]:hidden">{short}</span>
  </>
);

/** A fact that is loading already has its link and its name for screen readers. */
export const Coming = ({ name, className }: { name: string; className: string }) => (
  <>
    <Skeleton className={`h-4 ${className}`} />
    <span className="sr-only">{name}</span>
  </>
);

function marketSummary(reading: MarketReading, state: ReturnType<typeof marketStateOf>) {
  const { opensAt, closesAt, nextDay } = reading;
  const next = nextDay === null ? "" : stripTexts.opensOn(formatDay(istDate(nextDay)));
  switch (state) {
    case "open": {
      const until = stripTexts.until(closesAt === null ? "" : formatIstTime(closesAt));
      return { lead: stripTexts.open, more: until, short: `${stripTexts.openShort} ${until}` };
    }
    case "before_open": {
      const opens = stripTexts.opensAt(opensAt === null ? "" : formatIstTime(opensAt));
      return {
        lead: stripTexts.closed,
        more: stripTexts.opensOn(opensAt === null ? "" : formatIstTime(opensAt)),
        short: opens,
      };
    }
    case "after_close":
      return { lead: stripTexts.closed, more: next, short: stripTexts.closedShort };
    case "holiday":
      return { lead: stripTexts.holiday, more: next, short: stripTexts.holidayShort };
  }
}

/** Only this and the clock are drawn each second; their content changes seldom. */
function MarketFact() {
  const reading = useMarketClock();
  const now = useMarketNow();
  if (reading === null || now === null) return <Coming name={stripTexts.market} className="w-32" />;
  const state = marketStateOf(reading, now);
  const { lead, more, short } = marketSummary(reading, state);
  return (
    <>
      <span
        className={classNames("size-2 shrink-0 rounded-full", state === "open" ? "bg-info" : "border border-muted")}
        aria-hidden="true"
      />
      <Words
        long={
          <>
            <span className="font-semibold">{lead}</span> <span className="text-muted">{more}</span>
          </>
        }
        short={short}
      />
    </>
  );
}

function ClockFact() {
  const now = useMarketNow();
  if (now === null) return <Coming name={stripTexts.clock} className="w-20" />;
  const [time, half] = formatIstSeconds(now).split(" ");
  return (
    <>
      <time className="figures" dateTime={new Date(now).toISOString()}>
        {time}
        {/* Beside "Open until 3:30 PM" a narrow phone omits it. */}
        <span className="max-sm:sr-only"> {half}</span>
      </time>
      <span className="text-muted max-[88rem]:hidden">{stripTexts.zone}</span>
    </>
  );
}

/** A narrow phone has no room for a broker's name, and half a word says nothing. */
const PhoneText = ({ words, onPhone }: { words: string; onPhone: string }) => (
  <>
    <span className="max-sm:hidden">{words}</span>
    <span className="sm:hidden">{onPhone}</span>
  </>
);

function brokersSummary(fact: BrokersFact): { long: string; short: ReactNode; to: string; isFine: boolean } {
  const today = pathOf("Today");
  switch (fact.kind) {
    case "none":
      return { long: stripTexts.noBroker, short: stripTexts.noBrokerShort, to: "/broker-selection", isFine: false };
    case "ready":
      return { long: stripTexts.ready(fact.count), short: stripTexts.readyShort(fact.count), to: today, isFine: true };
    case "resting":
      return {
        long: stripTexts.linked(fact.count),
        short: stripTexts.linkedShort(fact.count),
        to: today,
        isFine: true,
      };
    case "some": {
      const some = stripTexts.someReady(fact.ready, fact.all);
      return { long: some, short: some, to: pathOf(connectionTabOf(fact.broker)), isFine: false };
    }
    case "needs_you": {
      const needs = stripTexts.needsYou(brokerTitles[fact.broker]);
      const short = <PhoneText words={needs} onPhone={stripTexts.needsYouShort} />;
      return { long: needs, short, to: fact.path, isFine: false };
    }
  }
}

function BrokersItem() {
  const { data } = useReadiness();
  if (data === undefined) {
    return (
      <Fact to={pathOf("Today")}>
        <Coming name={stripTexts.brokers} className="w-24" />
      </Fact>
    );
  }
  const { long, short, to, isFine } = brokersSummary(brokersFact(data.brokers));
  const Icon = isFine ? CircleCheck : CircleAlert;
  return (
    <Fact to={to}>
      <Icon className={classNames("size-4 shrink-0", isFine ? "text-info" : "text-warn")} aria-hidden="true" />
      <Words long={long} short={short} />
    </Fact>
  );
}

/** Paper is not a broker and has its own wording. */
function placesOf(brokers: readonly RunBroker[]): string {
  const real = brokers.filter((broker) => broker !== "paper");
  const [first, ...more] = real;
  if (first === undefined) return runTitles.paper;
  const places = more.length === 0 ? runTitles[first] : stripTexts.places(real.length);
  return real.length === brokers.length ? places : stripTexts.withPaper(places);
}

/** A closing run comes first: on a phone the end of the line may be cut off. */
function activeSummary({ running, closing }: Extract<RunFact, { kind: "active" }>): string {
  if (closing.length === 0) return stripTexts.running(placesOf(running));
  if (running.length === 0) return stripTexts.closing(placesOf(closing));
  return stripTexts.closingAndRunning(placesOf(closing), placesOf(running));
}

/** The text and its link: to the one broker's screen, or to the day where there are several. */
export function runSummary(fact: RunFact): { words: string; to: string; isRunning: boolean } {
  const today = pathOf("Today");
  switch (fact.kind) {
    case "active": {
      const [only, ...more] = [...fact.closing, ...fact.running];
      const isOne = more.length === 0 && only !== undefined && only !== "paper";
      return {
        words: activeSummary(fact),
        to: isOne ? pathOf(tradingTabOf(only)) : today,
        isRunning: fact.running.length > 0,
      };
    }
    case "killed":
      return { words: stripTexts.killed, to: today, isRunning: false };
    case "waits":
      return { words: stripTexts.starts(formatDay(istDate(fact.day))), to: today, isRunning: false };
    case "stopped":
      return { words: stripTexts.stopped, to: today, isRunning: false };
  }
}

function RunItem() {
  const { data } = useRuns();
  if (data === undefined) {
    return (
      <Fact to={pathOf("Today")} isWide>
        <Coming name={stripTexts.run} className="w-28" />
      </Fact>
    );
  }
  const { words, to, isRunning } = runSummary(runFact(data));
  const Icon = isRunning ? Play : Square;
  return (
    <Fact to={to} isWide>
      <Icon className={classNames("size-4 shrink-0", isRunning ? "text-info" : "text-muted")} aria-hidden="true" />
      {words}
    </Fact>
  );
}

function PlanItem({ subscription }: { subscription: Subscription | null }) {
  const isActive = subscription?.status === "active";
  const { days_remaining: days = 0, hours_remaining: hours = 0 } = subscription ?? {};
  return (
    <Fact to={pathOf("Subscription")} isWide>
      {subscription === null && <Coming name={stripTexts.plan} className="w-20" />}
      {isActive && (
        <span>
          <span className="text-muted">{stripTexts.plan}</span>{" "}
          <span className="figures">{days > 0 ? formatDays(days) : formatRemaining(days, hours)}</span>
        </span>
      )}
      {subscription !== null && !isActive && stripTexts.noPlan}
    </Fact>
  );
}

const watchNetwork = (onChange: () => void) => {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
};

const useIsOffline = (): boolean =>
  useSyncExternalStore(
    watchNetwork,
    () => !navigator.onLine,
    () => false,
  );

export function StatusStrip({ subscription }: { subscription: Subscription | null }) {
  const isOffline = useIsOffline();
  return (
    <div className={classNames("flex items-center justify-between gap-4", isOffline && "opacity-60")}>
      <ul
        aria-label={stripTexts.label}
        // What does not fit in the line is left out whole: half a word says nothing.
        className="flex min-w-0 grow items-center justify-between gap-x-4 overflow-hidden md:h-11 md:gap-x-3 md:flex-wrap md:justify-start"
      >
        <Fact to={pathOf("Today")}>
          <MarketFact />
        </Fact>
        <Fact to={pathOf("Today")}>{isOffline ? stripTexts.offline : <ClockFact />}</Fact>
        <BrokersItem />
        <RunItem />
        <PlanItem subscription={subscription} />
      </ul>
      <Link to={pathOf("Today")} className="hidden shrink-0 rounded-sm text-right min-[88rem]:block">
        <span className="block text-xs text-muted">{stripTexts.today}</span>
        <Result />
      </Link>
    </div>
  );
}
