import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { Root, Thumb } from "radix-ui/switch";
import { memo } from "react";
import { instantOf } from "../../../lib/format.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ShownTime } from "../shown-time.tsx";
import type { BrokerUser } from "./broker-list.ts";
import { brokerTexts } from "./brokers.texts.ts";
import { type Act, type BrokerActions, isManaged, type RowNote } from "./use-broker-actions.ts";

/** A row's data. Each cell gets only its own part, so that it is drawn again only when that has changed. */
export interface RowProps {
  broker: BrokerName;
  user: BrokerUser;
  actions: BrokerActions;
  note: RowNote | null;
  busy: Act | null;
  canAct: boolean;
}

const toneOf: Readonly<Record<BrokerUser["status"], BadgeTone>> = {
  connected: "info",
  disconnected: "neutral",
  error: "danger",
};

export const StatusBadge = memo(function StatusBadge({ status }: Pick<BrokerUser, "status">) {
  return (
    <Badge tone={toneOf[status]} hasDot>
      {brokerTexts.statuses[status]}
    </Badge>
  );
});

export const CapitalStatus = memo(function CapitalStatus({ isActive }: { isActive: boolean }) {
  return (
    <span className={isActive ? undefined : "text-muted"}>{isActive ? brokerTexts.active : brokerTexts.inactive}</span>
  );
});

export const LastSync = memo(function LastSync({ at }: { at: string | null }) {
  if (at === null) return <span className="text-muted">{brokerTexts.never}</span>;
  return <ShownTime at={instantOf(at)} form="clock-of-today" />;
});

interface ActProps extends Pick<RowProps, "actions" | "busy" | "canAct"> {
  userId: string;
  username: string;
}

interface StrategyProps extends ActProps {
  isActive: boolean;
  note: RowNote | null;
}

export const StrategyToggle = memo(function StrategyToggle(props: StrategyProps) {
  const { userId, username, isActive, actions, note, busy, canAct } = props;
  const word = isActive ? brokerTexts.active : brokerTexts.inactive;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: Radix' switch is a button, and a label may hold it */}
      <label className="flex h-11 cursor-pointer items-center gap-2 whitespace-nowrap">
        <Root
          checked={isActive}
          disabled={!canAct || busy === "toggle"}
          onCheckedChange={() => actions.toggle(userId)}
          aria-label={`${brokerTexts.strategyOf(username)}: ${word}`}
          className="h-5.5 w-9.5 shrink-0 rounded-full border border-line-strong bg-raised transition-colors disabled:opacity-50 data-[state=checked]:border-text data-[state=checked]:bg-text"
        >
          <Thumb className="block size-3.5 translate-x-[3px] rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-[19px] data-[state=checked]:bg-ground" />
        </Root>
        <span aria-hidden="true">{word}</span>
      </label>
      {note?.tone === "info" && (
        <span role="status" className="text-xs text-muted">
          {note.text}
        </span>
      )}
    </span>
  );
});

/** The broker's stored refusal, or why the last press here was refused. */
export const ErrorText = memo(function ErrorText({ stored, note }: { stored: string | null; note: RowNote | null }) {
  const text = note?.tone === "danger" ? note.text : stored;
  if (text === null || text === "") return <span className="text-muted">{brokerTexts.none}</span>;
  return (
    <span
      role={note?.tone === "danger" ? "alert" : undefined}
      title={text}
      className="line-clamp-2 break-words text-danger"
    >
      {text}
    </span>
  );
});

export const LinkAction = memo(function LinkAction(
  props: ActProps & Pick<BrokerUser, "status"> & { broker: BrokerName },
) {
  const { broker, userId, username, status, actions, busy, canAct } = props;
  if (!isManaged(broker)) return <span className="text-muted">{brokerTexts.notApplicable}</span>;
  const act = status === "connected" ? "disconnect" : "reconnect";
  const isConnected = act === "disconnect";
  return (
    <Button
      size="sm"
      className={classNames("h-8! px-3! max-md:h-11!", !canAct && "invisible")}
      aria-label={isConnected ? brokerTexts.disconnectUser(username) : brokerTexts.reconnectUser(username)}
      isBusy={busy === act}
      onClick={() => actions.changeLink(userId, act)}
    >
      {isConnected ? brokerTexts.disconnect : brokerTexts.reconnect}
    </Button>
  );
});
