import { useMutation } from "@tanstack/react-query";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { describeDevice } from "../../lib/device-name.ts";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFailure } from "./failure.ts";
import { deviceTexts } from "./settings.texts.ts";
import { type OpenSession, useOpenSessions, useReadAgain } from "./settings-queries.ts";
import { Loaded, RowAction, SettingsRow, SettingsSection } from "./settings-section.tsx";

/** This device first, then by the last visit. */
const inOrder = (sessions: readonly OpenSession[]): readonly OpenSession[] =>
  sessions.toSorted(
    (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_seen_at.localeCompare(a.last_seen_at),
  );

function EndSession({ session, onClose }: { session: OpenSession; onClose(): void }) {
  const readAgain = useReadAgain();
  const sayFailure = useFailure();
  const end = useMutation({
    mutationFn: () => api("DELETE", "/auth/sessions/{sessionId}", { params: { sessionId: session.id } }),
    onSuccess: async () => {
      await readAgain();
      onClose();
      showToast("success", deviceTexts.ended);
    },
    onError: (cause) => showToast("error", sayFailure(cause)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={deviceTexts.endTitle}
      body={deviceTexts.endBody(describeDevice(session.device).name)}
      confirmLabel={deviceTexts.end}
      tone="danger"
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
    />
  );
}

function EndOthers({ onClose }: { onClose(): void }) {
  const readAgain = useReadAgain();
  const sayFailure = useFailure();
  const end = useMutation({
    mutationFn: () => api("DELETE", "/auth/sessions"),
    onSuccess: async () => {
      await readAgain();
      onClose();
      showToast("success", deviceTexts.othersEnded);
    },
    onError: (cause) => showToast("error", sayFailure(cause)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={deviceTexts.endOthersTitle}
      body={deviceTexts.endOthersBody}
      confirmLabel={deviceTexts.endOthers}
      tone="danger"
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
    />
  );
}

function DeviceRow({ session, onEnd }: { session: OpenSession; onEnd(): void }) {
  const { name, isHandheld } = describeDevice(session.device);
  const lastSeen = formatIstDateTime(instantOf(session.last_seen_at));
  return (
    <SettingsRow
      icon={isHandheld ? Smartphone : Monitor}
      title={name}
      badge={
        session.is_current && (
          <Badge tone="info" hasDot>
            {deviceTexts.current}
          </Badge>
        )
      }
      action={
        !session.is_current && (
          <RowAction label={deviceTexts.end} of={`on ${name}, ${deviceTexts.lastSeen} ${lastSeen}`} onClick={onEnd} />
        )
      }
    >
      <p className="figures wrap-anywhere">{session.ip}</p>
      <p>
        {deviceTexts.lastSeen} <time dateTime={session.last_seen_at}>{lastSeen}</time>
      </p>
    </SettingsRow>
  );
}

export function DeviceSection() {
  const sessions = useOpenSessions();
  const [isEndingOthers, setEndingOthers] = useState(false);
  const [ending, setEnding] = useState<OpenSession | null>(null);
  return (
    <SettingsSection title={deviceTexts.title} lead={deviceTexts.lead}>
      <Loaded query={sessions} title={deviceTexts.title}>
        {(reply) => (
          <>
            <ul className="divide-y divide-line">
              {inOrder(reply.sessions).map((session) => (
                <li key={session.id}>
                  <DeviceRow session={session} onEnd={() => setEnding(session)} />
                </li>
              ))}
            </ul>
            {reply.sessions.length > 1 && (
              <div className="border-t border-line px-5 py-4 sm:px-6">
                <Button size="sm" aria-haspopup="dialog" onClick={() => setEndingOthers(true)}>
                  {deviceTexts.endOthers}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {isEndingOthers && <EndOthers onClose={() => setEndingOthers(false)} />}
      {ending && <EndSession session={ending} onClose={() => setEnding(null)} />}
    </SettingsSection>
  );
}
