import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { ControlCard } from "./control-card.tsx";
import { firstStartTexts } from "./first-start.texts.ts";
import { ConnectionRequired, NoBroker } from "./no-broker.tsx";
import { type Others, RunFacts, RunHeadline } from "./run-card.tsx";
import { ScheduleCard } from "./schedule-card.tsx";
import { buttonTexts, runTexts, stateTexts } from "./trading.texts.ts";
import { TradingHead } from "./trading-head.tsx";
import type { TradingScript } from "./trading-script.ts";
import type { AllRuns } from "./use-run-status.ts";
import type { Holder } from "./use-saved-capital.ts";
import { type Trading, useTrading } from "./use-trading.ts";

const StartDialog = lazyDialog(async () => (await import("./start-dialog.tsx")).StartDialog);

/** Paper trading, drawn by another feature from its run; `null`: not read yet. */
export type PaperSlot = (run: AllRuns["paper"] | null) => ReactNode;

function othersOf(all: AllRuns | null, shown: BrokerName | null): Others {
  const names = (holds: (run: AllRuns[BrokerName]) => boolean): string =>
    brokerNames
      .filter((broker) => all !== null && broker !== shown && holds(all[broker]))
      .map((broker) => brokerTitles[broker])
      .join(", ");
  const isRunning = ({ status }: AllRuns[BrokerName]) => status === "running";
  return { running: names(isRunning), closing: names((run) => run.closing && !isRunning(run)) };
}

const NO_OTHERS: Others = { running: "", closing: "" };

function ApprovalLine({ trading }: { trading: Trading }) {
  const { status, first, broker } = trading;
  const mode = status.run?.approval_mode ?? null;
  const canChange = broker !== null && !status.isRunning && mode !== null;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
      {mode === null ? (
        <span className="font-medium text-muted">{runTexts.approvalUnset}</span>
      ) : (
        runTexts.approvals[mode]
      )}
      {canChange && (
        <button
          type="button"
          onClick={first.changeMode}
          className="thumb font-semibold underline decoration-line-strong underline-offset-4"
        >
          {firstStartTexts.change}
        </button>
      )}
    </span>
  );
}

/** With an open position a stop sells it: that needs one confirmation. */
function useAskedStop({ details, controls }: Trading) {
  const [isAsked, setAsked] = useState(false);
  const held = details.held.map(({ quantity, symbol }) => `${Math.abs(quantity)} ${symbol}`).join(", ");
  return {
    stop: () => (held === "" ? controls.stop() : setAsked(true)),
    dialog: (
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={buttonTexts.stopTitle}
        body={buttonTexts.stopBody(held)}
        confirmLabel={buttonTexts.stopConfirm}
        cancelLabel={buttonTexts.stopCancel}
        tone="danger"
        onConfirm={() => {
          setAsked(false);
          controls.stop();
        }}
      />
    ),
  };
}

function Cards({ script, trading, paper }: { script: TradingScript; trading: Trading; paper: PaperSlot | undefined }) {
  const { status, details, capital, background, actions, controls, refusal, first, broker } = trading;
  const asked = useAskedStop(trading);
  const { key, ...question } = first.dialog;
  return (
    <div className="grid items-start gap-x-5 min-[1180px]:grid-cols-[minmax(0,1fr)_23.25rem] min-[1180px]:grid-rows-[auto_auto_1fr]">
      <div className="min-[1180px]:col-start-2">
        <RunHeadline status={status} startedAt={details.startedAt} actions={actions} />
      </div>
      <div className="mt-3 min-[1180px]:col-start-1 min-[1180px]:row-span-3 min-[1180px]:row-start-1 min-[1180px]:mt-0">
        <ControlCard
          script={script}
          capital={capital}
          background={background}
          controls={{ ...controls, stop: asked.stop }}
          refusal={refusal}
          isRunning={status.isRunning}
        />
      </div>
      <div className="mt-3 min-[1180px]:col-start-2 min-[1180px]:row-start-2 min-[1180px]:mt-0">
        <RunFacts
          status={status}
          details={details}
          capital={{
            name: script.hasSavedCapital ? runTexts.capitalSaved : runTexts.capitalChosen,
            amount: script.hasSavedCapital ? capital.saved : capital.chosen,
          }}
          approval={<ApprovalLine trading={trading} />}
          others={script.broker === null ? othersOf(status.all, broker) : NO_OTHERS}
        />
      </div>
      <div className="mt-3 grid gap-3 min-[1180px]:col-start-2 min-[1180px]:mt-5 min-[1180px]:gap-5">
        {script.hasSchedule && <ScheduleCard isBackground={background.isOn} />}
        {paper?.(status.all?.paper ?? null)}
      </div>
      {question.open && <StartDialog key={key} {...question} />}
      {asked.dialog}
    </div>
  );
}

interface TradingScreenProps {
  script: TradingScript;
  holder: Holder;
  paper?: PaperSlot | undefined;
}

export function TradingScreen({ script, holder, paper }: TradingScreenProps) {
  const trading = useTrading(script, holder);
  const { links, status, broker } = trading;
  const isActive = status.isRunning || status.isClosing;
  // A run can always be stopped, even when a connection could not be read.
  if ((links.isChecking || !status.isKnown) && !isActive)
    return <SpinnerWithText>{stateTexts.checkingConnection}</SpinnerWithText>;
  if (links.first === null && !isActive)
    return script.broker === null ? (
      <NoBroker hasFailed={links.hasFailed} />
    ) : (
      <ConnectionRequired broker={script.broker} hasFailed={links.hasFailed} />
    );
  return (
    <>
      <TradingHead script={script} broker={broker} isRunning={status.isRunning} />
      <Cards script={script} trading={trading} paper={paper} />
    </>
  );
}
