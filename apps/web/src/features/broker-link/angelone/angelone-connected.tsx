import { useMutation } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { useSession } from "../../../lib/session.tsx";
import { hasActiveSubscription } from "../../../lib/session-store.ts";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { ConnectedCard } from "../link/connected-card.tsx";
import { reasonOf, useFailure } from "../link/failure.ts";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import { Moment } from "../link/link-facts.tsx";
import type { ConnectedProps } from "../wizard/connection-script.ts";
import {
  angelOneFailures,
  angelOneMornings,
  angelOneScriptTexts,
  angelOneSuccesses,
  angelOneTexts,
} from "./angelone.texts.ts";
import type { AngelOneStatus, StatusReading } from "./angelone-link.ts";

function accountFacts({ profile, is_connected: isRead, credentials }: AngelOneStatus) {
  // Another tab has just connected; this tab has not read the account yet.
  const wait = <Skeleton key="wait" className="h-6 w-40" />;
  const textOrUnknown = (text: string | null | undefined) => text ?? (isRead ? null : wait);
  return [
    [angelOneTexts.clientCode, textOrUnknown(profile?.clientcode ?? credentials?.username)],
    [angelOneTexts.name, textOrUnknown(profile?.name)],
    [angelOneTexts.email, textOrUnknown(profile?.email)],
    [angelOneTexts.mobile, textOrUnknown(profile?.mobileno)],
  ] as const;
}

/** The next trading morning: we can log in only with a stored secret and a subscription. */
function useMorning({ credentials }: AngelOneStatus): string {
  const isSubscribed = hasActiveSubscription(useSession());
  if (!isSubscribed) return angelOneMornings.unsubscribed;
  return credentials?.totp_token ? angelOneMornings.byItself : angelOneMornings.byHand;
}

function useRefresh(readAgain: () => Promise<void>) {
  const fail = useFailure();
  const refresh = useMutation({
    mutationFn: (refreshToken: string) => api("POST", "/angelone/refresh", { body: { refresh_token: refreshToken } }),
    onSuccess: () => showToast("success", angelOneSuccesses.refreshed),
    onError: fail(angelOneFailures.refresh),
    onSettled: readAgain,
  });
  return {
    isBusy: refresh.isPending,
    reason: reasonOf(refresh.error),
    start: (handle: string | null) =>
      handle === null ? showToast("error", angelOneFailures.noRefreshToken) : refresh.mutate(handle),
  };
}

export function AngelOneConnected({ status, leaving, link, onReconnect }: ConnectedProps<StatusReading>) {
  const { reply } = status;
  const refresh = useRefresh(link.readAgain);
  return (
    <ConnectedCard
      title={angelOneTexts.connectedTitle}
      lead={useMorning(reply)}
      facts={[...accountFacts(reply), [angelOneTexts.lastConnected, <Moment key="at" at={reply.last_updated} />]]}
      sessionUntil={reply.session_until}
      reason={leaving.reason ?? refresh.reason}
      buttons={
        <>
          <Button isBusy={refresh.isBusy} onClick={() => refresh.start(reply.refresh_token)}>
            {angelOneTexts.refresh}
          </Button>
          <Button onClick={onReconnect}>{connectionTexts.reconnect}</Button>
          <LeaveButtons leaving={leaving} isConnected isStored removeBody={angelOneScriptTexts.removeBody} />
        </>
      }
    />
  );
}
