import ArrowRight from "lucide-react/icons/arrow-right";
import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import type { MouseEvent } from "react";
import { Link } from "react-router";
import { Badge } from "../../ui/badge.tsx";
import { BrokerMark } from "../../ui/broker-marks.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { type BrokerOption, connectionPaths } from "./broker-option.ts";
import { brokerSelectionTexts as texts } from "./broker-selection.texts.ts";

export type BrokerCardState = "idle" | "connecting" | "waiting";

interface BrokerCardProps {
  broker: BrokerOption;
  /** `waiting`: another card is being connected. */
  state: BrokerCardState;
  isConnected: boolean;
  onChoose(): void;
}

/** An available broker is a real link and works without a script. */
function Choice({ broker, state, isConnected, onChoose }: BrokerCardProps) {
  if (broker.comingSoon) {
    return (
      <Button className="w-full" onClick={onChoose} aria-disabled={state !== "idle"}>
        {texts.notYet}
      </Button>
    );
  }
  const choose = (event: MouseEvent) => {
    const isForElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    // A connected broker opens like any other page.
    if (isForElsewhere || isConnected) return;
    event.preventDefault();
    if (state === "idle") onChoose();
  };
  return (
    <Button asChild variant={state === "connecting" ? "primary" : "secondary"} className="w-full">
      <Link to={connectionPaths[broker.id]} onClick={choose} data-held="" aria-disabled={state !== "idle" || undefined}>
        {state === "connecting" ? (
          <>
            <Spinner />
            {texts.connecting(broker.name)}
          </>
        ) : (
          <>
            {isConnected ? texts.open(broker.name) : texts.connect(broker.name)}
            <ArrowRight className="size-4.5" aria-hidden="true" />
          </>
        )}
      </Link>
    </Button>
  );
}

function badgeOf({ broker, isConnected }: BrokerCardProps): string {
  if (isConnected) return texts.connected;
  return broker.isActive ? texts.available : texts.comingSoonBadge;
}

export function BrokerCard(props: BrokerCardProps) {
  const { broker, state } = props;
  const Icon = broker.isActive ? Check : Clock;
  return (
    <li
      aria-busy={state === "connecting" || undefined}
      className={classNames(
        "grid grid-rows-[auto_auto_1fr_auto] gap-5 rounded-lg border bg-surface p-6 shadow-card transition-[border-color,opacity] duration-200 sm:p-7",
        state === "connecting" ? "border-accent" : "border-line",
        state === "waiting" && "opacity-60",
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <span
          className="flex h-14 min-w-32 items-center justify-center rounded-md border border-line bg-ground px-4 text-lg whitespace-nowrap"
          aria-hidden="true"
        >
          <BrokerMark broker={broker.logo} />
        </span>
        <Badge tone={broker.isActive ? "info" : "neutral"} hasDot={broker.isActive}>
          {badgeOf(props)}
        </Badge>
      </div>
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">{broker.name}</h2>
        <p className="text-muted">{broker.description}</p>
      </div>
      <ul className="grid content-start gap-2.5 text-sm">
        {broker.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <Choice {...props} />
    </li>
  );
}
