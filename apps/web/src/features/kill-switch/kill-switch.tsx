import { useQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import Power from "lucide-react/icons/power";
import RefreshCw from "lucide-react/icons/refresh-cw";
import ShieldCheck from "lucide-react/icons/shield-check";
import { type ReactNode, useEffect, useState } from "react";
import { read } from "../../lib/query.tsx";
import { whenIdle } from "../../lib/when-idle.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog, prepareDialogs } from "../../ui/dialog.tsx";
import { killTexts } from "./kill-switch.texts.ts";
import { type KillState, useKillSwitch } from "./use-kill-switch.ts";

interface FactProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

function Fact({ icon, title, children }: FactProps) {
  return (
    <div role="status" className="flex items-start gap-3 rounded-md border border-line bg-raised p-4">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <p className="grid gap-1 text-sm">
        <strong className="text-base font-semibold">{title}</strong>
        <span className="text-muted">{children}</span>
      </p>
    </div>
  );
}

function WhatIsKnown({ state }: { state: KillState }) {
  switch (state.kind) {
    case "asking":
    case "pressed":
      return null;
    case "closing":
      return (
        <Fact icon={<RefreshCw className="size-5 text-info" aria-hidden="true" />} title={killTexts.stopping}>
          {killTexts.closing(state.open)}
        </Fact>
      );
    case "flat":
      return (
        <Fact icon={<ShieldCheck className="size-5 text-info" aria-hidden="true" />} title={killTexts.flat}>
          {killTexts.flatBody}
        </Fact>
      );
    case "unanswered":
      return (
        <Fact icon={<CircleAlert className="size-5 text-danger" aria-hidden="true" />} title={killTexts.notProved}>
          {killTexts.notProvedBody}
        </Fact>
      );
  }
}

interface FooterProps {
  state: KillState;
  onPress(): void;
  onClose(): void;
}

function Actions({ state, onPress, onClose }: FooterProps) {
  if (state.kind === "asking" || state.kind === "pressed")
    return (
      <>
        <Button onClick={onClose}>{killTexts.keepGoing}</Button>
        <Button variant="danger" isBusy={state.kind === "pressed"} onClick={onPress}>
          {killTexts.stopNow}
        </Button>
      </>
    );
  return (
    <>
      <Button onClick={onClose}>{killTexts.close}</Button>
      {state.kind === "unanswered" && (
        <Button variant="danger" onClick={onPress}>
          {killTexts.tryAgain}
        </Button>
      )}
    </>
  );
}

function announcementOf(state: KillState): string | null {
  switch (state.kind) {
    case "asking":
    case "pressed":
      return null;
    case "closing":
      return killTexts.closing(state.open);
    case "flat":
      return killTexts.flatBody;
    case "unanswered":
      return killTexts.notProvedBody;
  }
}

const fetchDialogs = (): void => void prepareDialogs().catch(() => undefined);

/** While a run is active or a position is open, the dialog's code is loaded in advance. */
function useReadyQuestion(isSomethingOn: boolean): void {
  useEffect(() => (isSomethingOn ? whenIdle(fetchDialogs) : undefined), [isSomethingOn]);
}

/** The dialog's code did not load: the browser's own dialog asks, and reports the server's answer. */
function usePlainQuestion({ state, press }: { state: KillState; press(): void }): (question: string) => void {
  const [isAsked, setAsked] = useState(false);
  const words = isAsked ? announcementOf(state) : null;
  useEffect(() => {
    if (words === null) return;
    setAsked(false);
    window.alert(words);
  }, [words]);
  return (question) => {
    if (!window.confirm(question)) return;
    setAsked(true);
    press();
  };
}

const titleOf = ({ kind }: KillState): string => (kind === "asking" ? killTexts.question : killTexts.button);

type KillSwitchLook = "strip" | "dock" | "text";

const lookClass: Record<KillSwitchLook, string> = {
  strip: "border border-danger px-3.5 h-11 text-danger",
  dock: "border border-danger px-4 h-11 text-danger",
  text: "px-3 h-11 text-danger",
};

/** Never disabled: it needs no status to work, because a user who needs it may have none. */
export function KillSwitch({ look }: { look: KillSwitchLook }) {
  const [isOpen, setOpen] = useState(false);
  const { state, press, reset } = useKillSwitch();
  const { data: runs } = useQuery({ ...read("/algorithm/all-status"), enabled: false });
  const isQuiet = runs !== undefined && Object.values(runs).every((run) => run.status === "stopped" && !run.closing);
  useReadyQuestion(runs !== undefined && !isQuiet);
  const askPlainly = usePlainQuestion({ state, press });
  const body = isQuiet ? killTexts.bodyNothing : killTexts.body;
  const show = (open: boolean) => {
    if (open) reset();
    setOpen(open);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => show(true)}
        onPointerEnter={fetchDialogs}
        onFocus={fetchDialogs}
        className={classNames(
          "inline-flex shrink-0 items-center justify-center gap-2 rounded-md text-sm font-semibold whitespace-nowrap hover:bg-raised",
          lookClass[look],
          isQuiet && look !== "text" && "border-line-strong",
        )}
      >
        <Power className="size-4.5" aria-hidden="true" />
        {killTexts.button}
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={show}
        title={titleOf(state)}
        description={state.kind === "asking" ? body : undefined}
        footer={<Actions state={state} onPress={press} onClose={() => show(false)} />}
        onMissing={() => {
          setOpen(false);
          askPlainly(`${killTexts.question} ${body}`);
        }}
      >
        <WhatIsKnown state={state} />
      </Dialog>
    </>
  );
}
