import type { EpochMs } from "@vriddhi/core/time/clock";
import { istDateOf, toIstText, weekdayOf, yearOf } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useState } from "react";
import { formatIstClock, formatIstDate } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import {
  type ClockReading,
  DAY_ENDS,
  jumpTarget,
  jumpTimes,
  nextDayTarget,
  nextMoments,
  shownInstant,
} from "./clock-jump.ts";
import { clockTexts, sandboxTexts } from "./sandbox.texts.ts";
import { type ClockRequest, useMarketClock, useWallMs } from "./use-market-clock.ts";

const SPEEDS = [1, 5, 20, 60, 300] as const;
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

const dayName = (instant: EpochMs): string => WEEKDAYS[weekdayOf(istDateOf(instant))] ?? "";

export function ClockCard() {
  const { reading, isUnreachable, retry, change } = useMarketClock();
  const pending = change.isPending ? change.variables : null;
  return (
    <Card>
      <CardHeader title={clockTexts.title} description={clockTexts.description} />
      {reading !== null ? (
        <ClockControls reading={reading} pending={pending} onChange={(request) => pending ?? change.mutate(request)} />
      ) : isUnreachable ? (
        <ErrorState title={sandboxTexts.unreachable} level={3} onRetry={() => void retry()}>
          {sandboxTexts.unreachableBody}
        </ErrorState>
      ) : (
        <LoadingRegion label={sandboxTexts.loading}>
          <Skeleton className="m-6 h-40" />
        </LoadingRegion>
      )}
    </Card>
  );
}

interface ControlsProps {
  readonly reading: ClockReading;
  /** The pending change; the next one waits for its end. */
  readonly pending: ClockRequest | null;
  onChange(request: ClockRequest): void;
}

function ClockControls({ reading, pending, onChange }: ControlsProps) {
  const now = shownInstant(reading, useWallMs());
  return (
    <div className="grid gap-6 p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <ClockFace now={now} reading={reading} isJumping={pending?.now !== undefined} />
        <SpeedControls reading={reading} pending={pending} onChange={onChange} />
      </div>
      <WhatPlayDoes now={now} isRunning={!reading.isHeld && reading.speed > 0} />
      <JumpButtons now={now} pending={pending} onChange={onChange} />
    </div>
  );
}

function WhatPlayDoes({ now, isRunning }: { readonly now: EpochMs; readonly isRunning: boolean }) {
  const next = nextMoments(nseCalendar, now)
    .map((moment) => `${moment} ${clockTexts.moments[moment]}`)
    .join(", then ");
  return <p className="text-sm text-muted">{isRunning ? clockTexts.runningNext(next) : clockTexts.playWill(next)}</p>;
}

interface FaceProps {
  readonly now: EpochMs;
  readonly reading: ClockReading;
  readonly isJumping: boolean;
}

function ClockFace({ now, reading, isJumping }: FaceProps) {
  const isRunning = !reading.isHeld && reading.speed > 0;
  const running = reading.isPaced ? clockTexts.paced : clockTexts.running(reading.speed);
  const status = reading.isHeld ? clockTexts.held : clockTexts.frozen;
  const state = isJumping ? clockTexts.jumping : isRunning ? running : status;
  return (
    <div className="grid gap-2">
      <time dateTime={new Date(now).toISOString()} className="grid gap-1">
        <span className="text-3xl font-semibold">{formatIstClock(now)}</span>
        <span className="text-sm text-muted">
          {dayName(now)}, {formatIstDate(now)}, IST
        </span>
      </time>
      <Badge tone={isRunning || isJumping ? "info" : "warn"} hasDot>
        {state}
      </Badge>
      {nseCalendar.isInvented(yearOf(istDateOf(now))) && <Badge tone="warn">{clockTexts.inventedCalendar}</Badge>}
    </div>
  );
}

function SpeedControls({ reading, pending, onChange }: ControlsProps) {
  const [chosen, setChosen] = useState<number>(reading.speed > 0 ? reading.speed : reading.playSpeed);
  const isRunning = !reading.isHeld && reading.speed > 0;
  const current = isRunning ? reading.speed : chosen;
  const choose = (speed: number) => {
    setChosen(speed);
    if (isRunning) onChange({ speed });
  };
  const pause = () => {
    setChosen(reading.speed);
    onChange({ speed: 0 });
  };
  return (
    <div className="grid gap-3 max-sm:w-full">
      <Button
        variant={isRunning ? "secondary" : "primary"}
        isBusy={pending?.speed !== undefined}
        onClick={isRunning ? pause : () => onChange({ speed: chosen })}
      >
        {isRunning ? <Pause className="size-5" aria-hidden="true" /> : <Play className="size-5" aria-hidden="true" />}
        {isRunning ? clockTexts.pause : clockTexts.play}
      </Button>
      <fieldset className="grid grid-cols-5 gap-1 sm:gap-2">
        <legend className="sr-only">{clockTexts.speed}</legend>
        {SPEEDS.map((speed) => (
          <Button
            key={speed}
            size="sm"
            className="px-2!"
            variant={speed === current ? "secondary" : "ghost"}
            aria-pressed={speed === current}
            onClick={() => choose(speed)}
          >
            {speed}×
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

interface JumpProps extends Pick<ControlsProps, "pending" | "onChange"> {
  readonly now: EpochMs;
}

function JumpButtons({ now, pending, onChange }: JumpProps) {
  const jumps = [
    ...jumpTimes.map(({ label, minute }) => ({ label, target: jumpTarget(nseCalendar, now, minute) })),
    { label: clockTexts.playDay, target: jumpTarget(nseCalendar, now, DAY_ENDS) },
    { label: clockTexts.nextDay, target: nextDayTarget(nseCalendar, now) },
  ]
    .toSorted((one, other) => one.target - other.target)
    .map((jump) => ({ ...jump, request: { now: toIstText(jump.target) } }));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm font-medium">{clockTexts.jump}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-2">
        {jumps.map(({ label, target, request }) => (
          <Button
            key={label}
            isBusy={pending?.now === request.now}
            className="h-14 px-2!"
            onClick={() => onChange(request)}
          >
            <span className="figures grid">
              {label} <span className="text-xs font-normal text-muted">{whereTo(now, target)}</span>
            </span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

const whereTo = (now: EpochMs, target: EpochMs): string =>
  istDateOf(now) === istDateOf(target) ? "today" : `${dayName(target)}, ${formatIstDate(target).slice(0, -5)}`;
