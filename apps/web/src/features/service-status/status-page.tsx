import { faultsBySeverity, type PartState } from "@vriddhi/core/site/service-status";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istDateOf } from "@vriddhi/core/time/ist";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { formatDay, formatDuration, formatIstDateTime, formatIstTime, instantOf } from "../../lib/format.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { stateTexts, statusTexts as texts, textsOf } from "./status.texts.ts";
import { type ServiceStatus, useStatus } from "./status-source.ts";

type Part = ServiceStatus["parts"][number];
type Incident = ServiceStatus["incidents"][number];

const tones: Readonly<Record<PartState, BadgeTone>> = {
  works: "info",
  fault: "warn",
  idle: "neutral",
  closed: "neutral",
  unknown: "neutral",
};

function figuresOf({ figures, day }: Part): string {
  const { p50_ms: p50, p99_ms: p99, log_ins: logIns, answered, ready } = figures;
  const told = [
    ...(p50 === undefined || p99 === undefined ? [] : [texts.orders(p50, p99)]),
    ...(logIns === undefined ? [] : [texts.logIns(logIns)]),
    ...(answered === undefined ? [] : [texts.answered(answered)]),
    ...(ready === undefined ? [] : [texts.ready(ready)]),
  ].join(" · ");
  return told === "" || day === null ? told : texts.of(told, formatDay(istDate(day)));
}

function detailsOf(status: Part): readonly string[] {
  const { works, meaning, fault } = textsOf(status.part);
  const figures = figuresOf(status);
  if (status.state === "fault") return [`${fault}. ${meaning}`, ...(figures === "" ? [] : [figures])];
  if (figures !== "") return [figures];
  return status.state === "works" ? [works] : [];
}

function PartRow({ status }: { status: Part }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-5 py-4 md:px-6">
      <h3 className="font-medium">{textsOf(status.part).name}</h3>
      <Badge tone={tones[status.state]} hasDot>
        {stateTexts[status.state]}
      </Badge>
      {detailsOf(status).map((line) => (
        <p key={line} className="figures col-span-full text-sm text-muted">
          {line}
        </p>
      ))}
    </li>
  );
}

function timesOf({ began_at: began, ended_at: ended }: Incident): string {
  const begin = instantOf(began);
  if (ended === null) return texts.since(formatIstDateTime(begin));
  const end = instantOf(ended);
  const isSameDay = istDateOf(begin) === istDateOf(end);
  const endText = isSameDay ? `${formatIstTime(end)} IST` : formatIstDateTime(end);
  return texts.from(
    isSameDay ? `${formatDay(istDateOf(begin))}, ${formatIstTime(begin)}` : formatIstDateTime(begin),
    endText,
    formatDuration((end - begin) / SECOND_MS),
  );
}

function Incidents({ incidents }: Pick<ServiceStatus, "incidents">) {
  if (incidents.length === 0) return <p className="px-5 py-5 text-muted md:px-6">{texts.noIncidents}</p>;
  return (
    <ul className="divide-y divide-line">
      {incidents.map((incident) => (
        <li
          key={`${incident.part} ${incident.began_at}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-5 py-4 md:px-6"
        >
          <h3 className="font-medium">{textsOf(incident.part).fault}</h3>
          <Badge tone={incident.ended_at === null ? "warn" : "neutral"}>
            {incident.ended_at === null ? texts.inProgress : texts.over}
          </Badge>
          <p className="figures col-span-full text-sm text-muted">{timesOf(incident)}</p>
        </li>
      ))}
    </ul>
  );
}

function Headline({ status }: { status: ServiceStatus }) {
  const [worst, ...others] = faultsBySeverity(status.parts);
  const Icon = worst === undefined ? CircleCheck : TriangleAlert;
  const isUnknown = status.parts.some(({ state }) => state === "unknown");
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1">
      <Icon className={classNames("mt-1 size-6", worst === undefined ? "text-info" : "text-warn")} aria-hidden="true" />
      <p role="status" className="text-2xl font-semibold text-balance">
        {worst === undefined ? texts.works : textsOf(worst).fault}
      </p>
      <p className="col-start-2 text-muted">
        {[
          ...(worst === undefined ? [] : [textsOf(worst).meaning]),
          ...(others.length === 0 ? [] : [texts.others(others.length)]),
          ...(isUnknown ? [texts.unknown] : []),
          ...(status.market === "open" || status.market === "before_open" ? [] : [texts.marketClosed]),
        ].join(" ")}
      </p>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <Card className="overflow-clip">{children}</Card>
    </section>
  );
}

const asOfText = ({ as_of: asOf }: ServiceStatus): string =>
  asOf === null ? texts.neverRead : texts.asOf(formatIstTime(instantOf(asOf)));

export function StatusPage({ first }: { first: ServiceStatus | null }) {
  const { status, isStale } = useStatus(first);
  return (
    <div className="page-width grid full-page max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-8 py-12 md:py-16">
      <header className="grid gap-6 pr-12">
        <h1 className="text-base font-medium text-muted">{texts.title}</h1>
        {status !== null && <Headline status={status} />}
      </header>
      {status === null ? (
        <Card>
          <ErrorState title={texts.failed} onRetry={() => location.reload()}>
            {texts.failedBody}
          </ErrorState>
        </Card>
      ) : (
        <>
          <p className="figures -mt-4 text-sm text-muted">
            {asOfText(status)}. {isStale ? texts.isStale : texts.isRefreshed}
          </p>
          <Section title={texts.parts}>
            <ul className="divide-y divide-line">
              {status.parts.map((part) => (
                <PartRow key={part.part} status={part} />
              ))}
            </ul>
          </Section>
          <Section title={texts.incidents}>
            <Incidents incidents={status.incidents} />
          </Section>
          <p className="text-sm text-muted">{texts.rule}</p>
        </>
      )}
    </div>
  );
}
