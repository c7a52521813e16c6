import type { RunReply } from "@vriddhi/contract/algorithm-run";
import { startEndOf } from "@vriddhi/core/schedule/day-plan";
import { paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDate } from "@vriddhi/core/time/ist";
import type { ReactNode } from "react";
import { formatDay, formatIstTime, formatSignedPaise, instantOf } from "../../lib/format.ts";
import { formatRupees } from "../../lib/format-subscription.ts";
import { type MarketReading, useMarketClock, useMarketNow } from "../../lib/market-clock.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { runTexts } from "./trading.texts.ts";
import type { RunDetails } from "./use-run-details.ts";
import type { RunStatus } from "./use-run-status.ts";

const SECONDS = 60;

/** 14 min 29 s */
const formatSpan = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / SECONDS)} min ${String(seconds % SECONDS).padStart(2, "0")} s`;
};

function formatReady(reading: MarketReading | null, now: EpochMs | null): string {
  if (reading === null || now === null) return runTexts.ready;
  if (reading.opensAt === null) return runTexts.closedToday;
  const left = startEndOf(istDate(reading.day)) - now;
  if (left < 0) return runTexts.tooLateToday;
  return left < SECONDS * SECONDS * 1_000 ? runTexts.readyUntil(formatSpan(left)) : runTexts.ready;
}

function ReadyText() {
  return formatReady(useMarketClock(), useMarketNow());
}

function formatSince(startedAt: string | null, isBackground: boolean): string {
  const how = isBackground ? runTexts.inBackground : runTexts.onThisPage;
  const words = startedAt === null ? how : `${runTexts.since(formatIstTime(instantOf(startedAt)))}, ${how}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type LampState = "running" | "closing" | "stopped";

/** B2.11: green while it runs, red otherwise; hollow while something is still being closed. The word is beside it. */
function Lamp({ state }: { state: LampState }) {
  return (
    <span
      data-lamp={state === "running" ? "green" : "red"}
      className={classNames(
        "grid size-6 shrink-0 place-items-center rounded-full",
        state === "running" ? "bg-profit/20" : "bg-loss/20",
      )}
      aria-hidden="true"
    >
      <span
        className={classNames(
          "size-3.5 rounded-full",
          state === "running" && "bg-profit",
          state === "stopped" && "bg-loss",
          state === "closing" && "border-2 border-loss",
        )}
      />
    </span>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 px-5 py-2 text-sm">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="figures min-w-0 text-right font-semibold break-words">{children}</dd>
    </div>
  );
}

function Notice({ text, label, isBusy, onPress }: { text: string; label: string; isBusy: boolean; onPress(): void }) {
  return (
    <div className="grid gap-3 border-t border-line px-5 py-4">
      <p className="text-sm">{text}</p>
      <Button variant="secondary" isBusy={isBusy} onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}

const formatNextStart = (day: IstDate): string => runTexts.nextStartAt(formatDay(day));

export interface RunActions {
  readonly isApproving: boolean;
  readonly isLifting: boolean;
  approveDay(): void;
  liftKill(): void;
}

interface RunHeadlineProps {
  status: RunStatus;
  startedAt: string | null;
  actions: RunActions;
}

const lampOf = ({ isRunning, isClosing }: RunStatus): LampState => {
  if (isRunning) return "running";
  return isClosing ? "closing" : "stopped";
};

function RunStatusText({ status, startedAt }: Omit<RunHeadlineProps, "actions">) {
  const { isRunning, isClosing, isUnreadable, run } = status;
  if (isUnreadable) return runTexts.unreadable;
  if (isRunning) return formatSince(startedAt, run?.background_mode ?? false);
  return isClosing ? runTexts.closing : <ReadyText />;
}

function Notices({ run, actions }: { run: RunReply | null; actions: RunActions }) {
  return (
    <>
      {run?.day_approval === "waiting" && (
        <Notice
          text={runTexts.dayWaits}
          label={runTexts.approveDay}
          isBusy={actions.isApproving}
          onPress={actions.approveDay}
        />
      )}
      {run?.kill_switch === true && (
        <Notice
          text={runTexts.killed}
          label={runTexts.liftKill}
          isBusy={actions.isLifting}
          onPress={actions.liftKill}
        />
      )}
    </>
  );
}

export function RunHeadline({ status, startedAt, actions }: RunHeadlineProps) {
  return (
    <Card className="min-[1180px]:rounded-b-none min-[1180px]:border-b-0" role="region" aria-label={runTexts.region}>
      <div className="flex items-center gap-3.5 px-4 py-2.5 sm:px-5 sm:py-4.5">
        <Lamp state={lampOf(status)} />
        <div className="grid gap-0.5">
          <h2 className="text-lg font-semibold">{status.isRunning ? runTexts.running : runTexts.stopped}</h2>
          <p className="figures text-sm text-muted">
            <RunStatusText status={status} startedAt={startedAt} />
          </p>
        </div>
      </div>
      <Notices run={status.run} actions={actions} />
    </Card>
  );
}

export interface Others {
  readonly running: string;
  readonly closing: string;
}

interface RunFactsProps {
  status: RunStatus;
  details: RunDetails;
  /** In rupees: the saved or chosen amount while nothing runs. */
  capital: { readonly name: string; readonly amount: number };
  approval: ReactNode;
  others: Others;
}

export function RunFacts({ status, details, capital, approval, others }: RunFactsProps) {
  const { run, isRunning } = status;
  const next = run?.next_start ?? null;
  return (
    <Card className="overflow-hidden min-[1180px]:rounded-t-none">
      <dl className="divide-y divide-line">
        <Row name={isRunning ? runTexts.capitalInUse : capital.name}>
          {formatRupees(isRunning ? (details.inUse ?? capital.amount) : capital.amount)}
        </Row>
        {details.result !== null && (
          <Row name={runTexts.result}>
            <Money amount={details.result} />
          </Row>
        )}
        {isRunning && (
          <Row name={runTexts.stocks}>
            {details.symbols.length > 0 ? details.symbols.join(", ") : <Quiet>{runTexts.stocksLater}</Quiet>}
          </Row>
        )}
        <Row name={runTexts.approval}>{approval}</Row>
        {next !== null && <Row name={runTexts.nextStart}>{formatNextStart(istDate(next))}</Row>}
        {others.running !== "" && <Row name={runTexts.alsoRuns}>{others.running}</Row>}
        {others.closing !== "" && <Row name={runTexts.alsoCloses}>{others.closing}</Row>}
      </dl>
    </Card>
  );
}

/** Arrow and sign, because the colour must not be the only cue. */
function Money({ amount }: { amount: number }) {
  const arrow = amount < 0 ? "▼" : "▲";
  return (
    <span className={amount < 0 ? "text-loss" : "text-profit"}>
      {amount !== 0 && `${arrow} `}
      {formatSignedPaise(paise(amount))}
    </span>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => <span className="font-medium text-muted">{children}</span>;
