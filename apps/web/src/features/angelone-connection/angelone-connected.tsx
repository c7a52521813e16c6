import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Detail, DetailList } from "../../ui/detail-list.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { angelOneTexts } from "./angelone.texts.ts";
import type { AngelOneStatus } from "./use-angelone.ts";

interface AngelOneConnectedProps {
  status: AngelOneStatus;
  isDisconnecting: boolean;
  isRefreshing: boolean;
  /** Why the last wish was refused. */
  reason: string | null;
  onDisconnect(): void;
  onReconnect(): void;
  onRefresh(): void;
}

function AccountDetails({ profile, is_connected: isRead, credentials }: AngelOneStatus) {
  // Another tab has just connected: this one knows that, but has not read who it is.
  const wait = <Skeleton className="h-6 w-40" />;
  const said = (text: string | null | undefined) => text ?? (isRead ? angelOneTexts.unknown : wait);
  return (
    <>
      <Detail name={angelOneTexts.clientCode}>{said(profile?.clientcode ?? credentials?.username)}</Detail>
      <Detail name={angelOneTexts.name}>{said(profile?.name)}</Detail>
      <Detail name={angelOneTexts.email}>{said(profile?.email)}</Detail>
      <Detail name={angelOneTexts.mobile}>{said(profile?.mobileno)}</Detail>
    </>
  );
}

/** B2.16 */
export function AngelOneConnected(props: AngelOneConnectedProps) {
  const { status, isDisconnecting, isRefreshing } = props;
  const at = status.last_updated;
  return (
    <Card>
      <CardHeader
        title={angelOneTexts.connectedTitle}
        description={angelOneTexts.connectedLead}
        action={
          <Badge tone="info" hasDot>
            {connectionTexts.connected}
          </Badge>
        }
      />
      <DetailList>
        <AccountDetails {...status} />
        <Detail name={angelOneTexts.lastConnected}>
          {at === null ? angelOneTexts.unknown : <time dateTime={at}>{formatIstDateTime(instantOf(at))}</time>}
        </Detail>
      </DetailList>
      <div className="grid gap-4 border-t border-line p-6">
        <FormFault>{props.reason}</FormFault>
        <div className="flex flex-wrap gap-3">
          <Button isBusy={isRefreshing} onClick={props.onRefresh}>
            {angelOneTexts.refresh}
          </Button>
          <Button onClick={props.onReconnect}>{angelOneTexts.reconnect}</Button>
          <Button isBusy={isDisconnecting} onClick={props.onDisconnect}>
            {angelOneTexts.disconnect}
          </Button>
        </div>
      </div>
    </Card>
  );
}
