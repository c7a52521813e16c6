import { useSession } from "../../../lib/session.tsx";
import { hasActiveSubscription } from "../../../lib/session-store.ts";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ConnectedCard } from "../link/connected-card.tsx";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import { Moment } from "../link/link-facts.tsx";
import type { Leaving } from "../link/use-leaving.ts";
import { angelOneMornings, angelOneTexts } from "./angelone.texts.ts";
import type { AngelOneStatus } from "./use-angelone.ts";

interface AngelOneConnectedProps {
  status: AngelOneStatus;
  leaving: Leaving;
  isRefreshing: boolean;
  /** Why the tokens could not be renewed. */
  reason: string | null;
  onReconnect(): void;
  onRefresh(): void;
}

function accountFacts({ profile, is_connected: isRead, credentials }: AngelOneStatus) {
  // Another tab has just connected: this one knows that, but has not read who it is.
  const wait = <Skeleton key="wait" className="h-6 w-40" />;
  const said = (text: string | null | undefined) => text ?? (isRead ? null : wait);
  return [
    [angelOneTexts.clientCode, said(profile?.clientcode ?? credentials?.username)],
    [angelOneTexts.name, said(profile?.name)],
    [angelOneTexts.email, said(profile?.email)],
    [angelOneTexts.mobile, said(profile?.mobileno)],
  ] as const;
}

/** What the next trading morning brings: only a stored secret and a subscription let us log in by ourselves. */
function useMorning({ credentials }: AngelOneStatus): string {
  const isSubscribed = hasActiveSubscription(useSession());
  if (!isSubscribed) return angelOneMornings.unsubscribed;
  return credentials?.totp_token ? angelOneMornings.byItself : angelOneMornings.byHand;
}

/** B2.16 */
export function AngelOneConnected(props: AngelOneConnectedProps) {
  const { status, leaving, isRefreshing, reason } = props;
  return (
    <ConnectedCard
      title={angelOneTexts.connectedTitle}
      lead={useMorning(status)}
      facts={[...accountFacts(status), [angelOneTexts.lastConnected, <Moment key="at" at={status.last_updated} />]]}
      sessionUntil={status.session_until}
      reason={leaving.reason ?? reason}
      buttons={
        <>
          <Button isBusy={isRefreshing} onClick={props.onRefresh}>
            {angelOneTexts.refresh}
          </Button>
          <Button onClick={props.onReconnect}>{connectionTexts.reconnect}</Button>
          <LeaveButtons leaving={leaving} isConnected isStored removeBody={angelOneTexts.removeBody} />
        </>
      }
    />
  );
}
