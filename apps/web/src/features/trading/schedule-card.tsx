import { useQuery } from "@tanstack/react-query";
import { planStep, type ScheduledAction } from "@vriddhi/core/schedule/day-plan";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import { formatIstTime } from "../../lib/format.ts";
import { useMarketClock, useMarketNow } from "../../lib/market-clock.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { scheduleTexts } from "./trading.texts.ts";

const steps: readonly ScheduledAction[] = ["disconnect", "reconnect", "start"];

type StepState = "done" | "next" | "later" | "background_off";

const stateTexts: Readonly<Record<StepState, string>> = {
  done: scheduleTexts.done,
  next: scheduleTexts.next,
  later: scheduleTexts.later,
  background_off: scheduleTexts.backgroundOff,
};

/** Any day works for the time of day; today's market day where it is known. */
const SOME_DAY = istDate("2026-01-01");

interface StepRowProps {
  action: ScheduledAction;
  dueAt: EpochMs;
  state: StepState;
}

function StepRow({ action, dueAt, state }: StepRowProps) {
  const Icon = state === "done" ? Check : Clock;
  return (
    <li className="flex min-h-11 items-center gap-2.5 text-sm">
      <span className="figures w-15 shrink-0 font-semibold whitespace-nowrap">{formatIstTime(dueAt)}</span>
      <span className="min-w-0 grow">{scheduleTexts[action]}</span>
      <span
        className={classNames(
          "flex items-center gap-1.5 text-xs whitespace-nowrap",
          state === "done" ? "text-info" : "text-muted",
        )}
      >
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {stateTexts[state]}
      </span>
    </li>
  );
}

function Steps({ isBackground }: { isBackground: boolean }) {
  const reading = useMarketClock();
  const now = useMarketNow();
  const isTradingDay = reading !== null && reading.opensAt !== null;
  const day = isTradingDay ? istDate(reading.day) : SOME_DAY;
  const planned = steps.map((action) => ({ action, dueAt: planStep(action, day).dueAt }));
  const upcoming = isTradingDay && now !== null ? planned.find(({ dueAt }) => dueAt > now) : undefined;
  const stateOf = ({ action, dueAt }: (typeof planned)[number]): StepState => {
    if (action === "start" && !isBackground) return "background_off";
    if (isTradingDay && now !== null && dueAt <= now) return "done";
    return upcoming?.action === action ? "next" : "later";
  };
  return (
    <ol className="grid">
      {planned.map((step) => (
        <StepRow key={step.action} action={step.action} dueAt={step.dueAt} state={stateOf(step)} />
      ))}
    </ol>
  );
}

/** The scheduler runs for every account; without Background Mode it starts nothing here. */
const formatNext = (action: string, isBackground: boolean): string =>
  isBackground || !action.startsWith(scheduleTexts.start)
    ? scheduleTexts.nextAction(action)
    : scheduleTexts.nothingStarts;

export function ScheduleCard({ isBackground }: { isBackground: boolean }) {
  const scheduler = useQuery({
    ...read("/api/angelone/scheduler/status"),
    refetchInterval: POLL.multiBrokerMs,
    retry: false,
  });
  const { data, isError } = scheduler;
  return (
    <Card aria-labelledby="daily-schedule" role="region">
      <header className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-5 py-3.5">
        <h2 id="daily-schedule" className="text-base font-semibold">
          {scheduleTexts.title}
        </h2>
        <p className="text-sm text-muted">{scheduleTexts.days}</p>
      </header>
      <div className="grid gap-2 px-5 py-3">
        <Steps isBackground={isBackground} />
        <div className="figures grid min-h-14 content-start gap-1.5 pb-1 text-xs text-muted">
          {data && (
            <Badge tone={data.is_running ? "info" : "warn"} hasDot>
              {data.is_running ? scheduleTexts.schedulerRuns : scheduleTexts.schedulerStands}
            </Badge>
          )}
          {data && <p>{formatNext(data.next_action, isBackground)}</p>}
          {isError && <p>{scheduleTexts.unknown}</p>}
          <p>{scheduleTexts.afterStart}</p>
        </div>
      </div>
    </Card>
  );
}
