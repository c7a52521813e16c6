import { Link } from "react-router";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Detail, DetailList } from "../../ui/detail-list.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { fyersTexts } from "./fyers.texts.ts";
import type { FyersStatus } from "./fyers-values.ts";

interface FyersConnectedProps {
  status: FyersStatus;
  isDisconnecting: boolean;
  /** Why it could not be disconnected. */
  reason: string | null;
  onDisconnect(): void;
}

/** B2.12 */
export function FyersConnected({ status, isDisconnecting, reason, onDisconnect }: FyersConnectedProps) {
  const { credentials, last_updated: lastUpdated } = status;
  return (
    <Card>
      <CardHeader
        title={fyersTexts.connectedTitle}
        description={fyersTexts.connectedLead}
        action={
          <Badge tone="info" hasDot>
            {connectionTexts.connected}
          </Badge>
        }
      />
      <DetailList>
        <Detail name={fyersTexts.lastUpdated}>
          {lastUpdated === null ? (
            "Never"
          ) : (
            <time dateTime={lastUpdated}>{formatIstDateTime(instantOf(lastUpdated))}</time>
          )}
        </Detail>
        <Detail name={fyersTexts.clientId}>{credentials.FY_ID}</Detail>
        <Detail name={fyersTexts.appId}>{credentials.APP_ID}</Detail>
      </DetailList>
      <div className="grid gap-4 border-t border-line p-6">
        <FormFault>{reason}</FormFault>
        <div className="flex flex-wrap gap-3">
          <Button asChild variant="primary">
            <Link to="/dashboard/trading">{fyersTexts.toTrading}</Link>
          </Button>
          <Button isBusy={isDisconnecting} onClick={onDisconnect}>
            {fyersTexts.disconnect}
          </Button>
        </div>
      </div>
    </Card>
  );
}
