import type { ReactNode } from "react";
import { Link } from "react-router";
import { resultsNotice, type SiteClaims } from "../../lib/site-claims.ts";
import { homeTexts } from "../../texts/home.texts.ts";
import { classNames } from "../../ui/class-names.ts";
import { SampleBadge } from "../../ui/sample-badge.tsx";
import { MonthDots } from "./month-dots.tsx";

const { glance } = homeTexts;
const FIGURE = "font-semibold tracking-tight figures";

function GlanceCard({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <li className={classNames("home-glass col-span-2 grid content-start gap-4 rounded-xl p-6 sm:p-8", className)}>
      {children}
    </li>
  );
}

/** A9.10: results, only where they may be shown, and always with the notice. */
export function RecordCard({ claims }: { readonly claims: SiteClaims }) {
  const { profitable, total } = claims.months;
  const months = glance.monthsLabel(profitable, total);
  return (
    <GlanceCard className="lg:col-span-7">
      <h3 className="flex flex-wrap items-center gap-3 text-sm font-medium text-muted">
        {glance.recordTitle}
        <SampleBadge />
      </h3>
      <div className="grid items-end gap-8 sm:grid-cols-2">
        <div className="grid gap-2">
          <p className={`home-figure ${FIGURE}`}>{claims.annualGrowth.figure}</p>
          <p className="text-muted">{claims.annualGrowth.label}</p>
        </div>
        <div className="grid gap-4">
          <MonthDots profitable={profitable} total={total} label={months} />
          <p className="text-muted">{months}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-4 text-xs text-muted">
        <p className="max-w-sm">{resultsNotice}</p>
        <Link
          to="/monthly-heatmap"
          className="inline-flex min-h-11 items-center text-sm font-medium text-text underline decoration-line-strong underline-offset-4 hover:decoration-text"
        >
          {glance.everyMonth}
        </Link>
      </div>
    </GlanceCard>
  );
}

export function ModesCard({ isAlone }: { readonly isAlone: boolean }) {
  return (
    <GlanceCard className={isAlone ? "lg:col-span-12" : "lg:col-span-5"}>
      <h3 className="text-xl font-semibold">{glance.modesTitle}</h3>
      <dl className={classNames("grid gap-5 sm:grid-cols-2", !isAlone && "lg:grid-cols-1")}>
        {glance.modes.map(({ name, body }) => (
          <div key={name} className="grid gap-1.5 border-l-2 border-line-strong pl-4">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-muted">{body}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-auto text-sm text-muted">{glance.modesNote}</p>
    </GlanceCard>
  );
}

/** The trading day from left to right: open, then ever less, then nothing. */
export function DayCard() {
  return (
    <GlanceCard className="lg:col-span-8">
      <h3 className="text-xl font-semibold">{glance.dayTitle}</h3>
      <p className="max-w-lg text-muted">{glance.dayBody}</p>
      <div className="mt-4">
        <div className="home-day" aria-hidden="true" />
        <ol className="grid grid-cols-[1.7fr_1fr_1fr_auto] gap-x-3 pt-3">
          {glance.dayMarks.map(({ time, what }) => (
            <li key={time} className="grid content-start last:text-right">
              <span className="text-sm font-semibold whitespace-nowrap">{time}</span>
              <span className="text-xs text-muted">{what}</span>
            </li>
          ))}
        </ol>
      </div>
    </GlanceCard>
  );
}

export function StopCard() {
  return (
    <GlanceCard className="lg:col-span-4">
      <p className={`text-3xl ${FIGURE}`}>{glance.stopFigure}</p>
      <h3 className="text-xl font-semibold">{glance.stopTitle}</h3>
      <p className="text-muted">{glance.stopBody}</p>
    </GlanceCard>
  );
}

export function SmallCards() {
  return glance.small.map(({ figure, title, body }) => (
    <GlanceCard key={title} className="max-lg:col-span-1 max-sm:gap-3 max-sm:p-4 lg:col-span-3">
      <h3 className="grid gap-1 max-sm:text-sm">
        <span className={`text-3xl ${FIGURE}`}>{figure}</span>
        <span className="font-semibold">{title}</span>
      </h3>
      <p className="text-sm text-muted">{body}</p>
    </GlanceCard>
  ));
}
