import { dailyStopLimit } from "@vriddhi/core/risk/daily-stop";
import { paise } from "@vriddhi/core/shared/money";
import CircleAlert from "lucide-react/icons/circle-alert";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useEffect, useRef } from "react";
import { formatPaise } from "../../lib/format.ts";
import { formatRupees, paiseOf } from "../../lib/format-subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Switch } from "../../ui/switch.tsx";
import { CapitalField } from "./capital-field.tsx";
import { QuickAmounts } from "./quick-amounts.tsx";
import { backgroundTexts, buttonTexts, capitalTexts } from "./trading.texts.ts";
import type { TradingScript } from "./trading-script.ts";
import type { Background } from "./use-background.ts";
import type { Capital } from "./use-capital.ts";
import type { Refusal } from "./use-run-switch.ts";

function BackgroundRow({ background, isLocked }: { background: Background; isLocked: boolean }) {
  const { isOn } = background;
  return (
    <div className="grid gap-3 border-t border-line pt-3 sm:pt-4">
      <Switch
        label={backgroundTexts.label}
        hint={isOn ? backgroundTexts.on : backgroundTexts.off}
        isOn={isOn}
        isDisabled={isLocked || background.isEnding}
        onChange={background.change}
      />
      {!isOn && (
        <p className="flex items-start gap-3 rounded-md border-l-2 border-warn bg-raised px-4 py-3 text-sm">
          <TriangleAlert className="mt-0.5 size-4.5 shrink-0 text-warn" aria-hidden="true" />
          <span>
            {backgroundTexts.warning} <strong className="font-semibold">{backgroundTexts.warningStrong}</strong>
            {backgroundTexts.warningEnd}
          </span>
        </p>
      )}
    </div>
  );
}

function RefusalNote({ refusal, children }: { refusal: Refusal | null; children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal !== null) note.current?.focus();
  }, [refusal]);
  return (
    <div role="alert" ref={note} tabIndex={-1} className="outline-none empty:hidden">
      {refusal !== null && (
        <div className="grid gap-3 rounded-md border border-danger p-4">
          <p className="flex items-start gap-2.5 text-sm font-medium">
            <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" aria-hidden="true" />
            <span>{refusal.text}</span>
          </p>
          {children}
        </div>
      )}
    </div>
  );
}

/** The most that the rule lets a day lose, at the capital in the field. */
function DailyStop({ capital }: { capital: number }) {
  return (
    <p className="figures text-sm text-muted">
      {capitalTexts.dailyStop(formatRupees(capital))}{" "}
      <b className="font-semibold whitespace-nowrap text-text">
        {formatPaise(paise(-dailyStopLimit(paiseOf(capital), null)), "always")}
      </b>
      . {capitalTexts.dailyStopBody}
    </p>
  );
}

export interface Controls {
  readonly canStart: boolean;
  readonly canStop: boolean;
  readonly isStarting: boolean;
  readonly isStopping: boolean;
  readonly isArming: boolean;
  start(): void;
  stop(): void;
  startNextDay(): void;
}

/** On a phone they stay above the dock until the page is scrolled to their place. */
const IN_REACH =
  "max-md:sticky max-md:bottom-[calc(8rem+env(safe-area-inset-bottom)+var(--sandbox-bar-height,0px))] max-md:z-10 max-md:-mx-4 max-md:bg-surface max-md:px-4 max-md:py-2";

function Buttons({ script, controls }: { script: TradingScript; controls: Controls }) {
  const { canStart, canStop, isStarting, isStopping } = controls;
  return (
    <div data-run-buttons="" className={classNames("grid grid-cols-2 gap-3", IN_REACH)}>
      <Button
        size="lg"
        variant={canStart || isStarting ? "primary" : "secondary"}
        disabled={!(canStart || isStarting)}
        isBusy={isStarting}
        onClick={controls.start}
      >
        {buttonTexts.activate}
      </Button>
      <Button size="lg" disabled={!(canStop || isStopping)} isBusy={isStopping} onClick={controls.stop}>
        {script.stopLabel}
      </Button>
    </div>
  );
}

interface ControlCardProps {
  script: TradingScript;
  capital: Capital;
  background: Background;
  controls: Controls;
  refusal: Refusal | null;
  isRunning: boolean;
}

export function ControlCard({ script, capital, background, controls, refusal, isRunning }: ControlCardProps) {
  return (
    <Card role="region" aria-label={capitalTexts.title}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-5 py-3.5 max-sm:hidden">
        <h2 className="text-base font-semibold">{capitalTexts.title}</h2>
        {capital.band !== null && (
          <p className="figures text-sm text-muted">{capitalTexts.band(formatRupees(capital.band))}</p>
        )}
      </header>
      <div className="flex flex-col gap-3 p-4 sm:gap-5 sm:p-5">
        <CapitalField capital={capital} isLocked={isRunning} />
        <QuickAmounts script={script} capital={capital} isLocked={isRunning} />
        <BackgroundRow background={background} isLocked={isRunning || controls.isStarting} />
        <Buttons script={script} controls={controls} />
        <div className="grid gap-3">
          <RefusalNote refusal={refusal}>
            {refusal?.wayOn === "next_day" && (
              <>
                <Button isBusy={controls.isArming} onClick={controls.startNextDay}>
                  {buttonTexts.nextDay}
                </Button>
                <p className="text-sm text-muted">{buttonTexts.nextDayBody}</p>
              </>
            )}
          </RefusalNote>
          {isRunning ? (
            <p className="text-sm text-muted">{buttonTexts.stopNote(script.stopLabel)}</p>
          ) : (
            <DailyStop capital={capital.chosen} />
          )}
        </div>
      </div>
    </Card>
  );
}
