import type { EpochMs } from "@vriddhi/core/time/clock";
import { memo, type ReactNode, useState } from "react";
import { useIsMobile } from "../../lib/breakpoint.ts";
import { formatIstSeconds, formatIstTime } from "../../lib/format.ts";
import { useMarketNow } from "../../lib/market-clock.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { frameTexts } from "./timeline.texts.ts";
import type { TimelineItem, TimelineTone } from "./timeline.ts";
import { todayTexts } from "./today.texts.ts";

const dotClass: Record<TimelineTone, string> = {
  done: "bg-info",
  trade: "bg-accent",
  next: "border-2 border-line-strong bg-surface",
  needs: "border-2 border-accent bg-surface",
  fault: "bg-danger",
};

const isPlan = (tone: TimelineTone): boolean => tone === "next" || tone === "needs";
const timeOf = (at: EpochMs, tone: TimelineTone): string => (isPlan(tone) ? formatIstTime(at) : formatIstSeconds(at));

const ROW = "relative grid grid-cols-[5.25rem_1rem_minmax(0,1fr)] gap-x-2 pb-4";

/** Takes strings and not an object, so that it is drawn again only when one of them changes. */
const Row = memo(function Row({ at, tone, title, body }: Omit<TimelineItem, "key">) {
  return (
    <li className={ROW}>
      <time className="figures pt-px text-sm whitespace-nowrap text-muted" dateTime={new Date(at).toISOString()}>
        {timeOf(at, tone)}
      </time>
      <span className="relative grid justify-items-center pt-1.5" aria-hidden="true">
        <span className="absolute top-4 -bottom-4 w-px bg-line" />
        <span className={classNames("size-2.5 rounded-full", dotClass[tone])} />
      </span>
      <div className="grid gap-0.5">
        <p
          className={classNames(
            "text-sm font-semibold",
            tone === "next" && "text-muted",
            tone === "fault" && "text-danger",
          )}
        >
          {title}
        </p>
        {body !== null && <p className="figures text-xs text-muted">{body}</p>}
      </div>
    </li>
  );
});

function NowRow() {
  const now: EpochMs | null = useMarketNow();
  return (
    <li className={ROW} aria-current="time">
      <span className="figures pt-px text-sm font-semibold whitespace-nowrap">
        {now === null ? "" : formatIstSeconds(now)}
      </span>
      <span className="relative grid justify-items-center pt-1.5" aria-hidden="true">
        <span className="absolute top-4 -bottom-4 w-px bg-line" />
        <span className="size-2.5 rounded-full bg-text" />
      </span>
      <p className="flex items-center gap-3 text-sm font-semibold">
        {frameTexts.now}
        <span className="h-px grow bg-line-strong" aria-hidden="true" />
      </p>
    </li>
  );
}

/** On a phone the newest few facts are shown, the rest is one tap away. */
const SHOWN_ON_PHONE = 5;

interface DayTimelineProps {
  past: readonly TimelineItem[];
  plan: readonly TimelineItem[];
  action?: ReactNode;
}

export const DayTimeline = memo(function DayTimeline({ past, plan, action }: DayTimelineProps) {
  const isMobile = useIsMobile();
  const [isWhole, setWhole] = useState(false);
  const hidden = isMobile && !isWhole ? Math.max(0, past.length - SHOWN_ON_PHONE) : 0;
  return (
    <Card>
      <CardHeader title={todayTexts.timeline.title} action={action} />
      <div className="px-6 pt-5 pb-1">
        {past.length === 0 && plan.length === 0 && (
          <p className="pb-4 text-sm text-muted">{todayTexts.timeline.empty}</p>
        )}
        {hidden > 0 && (
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="thumb mb-4 text-sm font-semibold underline underline-offset-4"
          >
            {frameTexts.earlier(hidden)}
          </button>
        )}
        <ol>
          {past.slice(hidden).map(({ key, at, tone, title, body }) => (
            <Row key={key} at={at} tone={tone} title={title} body={body} />
          ))}
          <NowRow />
          {plan.map(({ key, at, tone, title, body }) => (
            <Row key={key} at={at} tone={tone} title={title} body={body} />
          ))}
        </ol>
      </div>
    </Card>
  );
});
