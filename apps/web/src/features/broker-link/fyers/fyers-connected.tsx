import { Link } from "react-router";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { ConnectedCard } from "../link/connected-card.tsx";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import { Moment } from "../link/link-facts.tsx";
import type { Leaving } from "../link/use-leaving.ts";
import { fyersTexts } from "./fyers.texts.ts";
import type { FyersStatus } from "./fyers-values.ts";

interface FyersConnectedProps {
  status: FyersStatus;
  leaving: Leaving;
  onReconnect(): void;
}

/** B2.12 */
export function FyersConnected({ status, leaving, onReconnect }: FyersConnectedProps) {
  const { credentials, last_updated: lastUpdated, session_until: until } = status;
  return (
    <ConnectedCard
      title={fyersTexts.connectedTitle}
      lead={fyersTexts.connectedLead}
      facts={[
        [fyersTexts.lastUpdated, <Moment key="at" at={lastUpdated} />],
        [fyersTexts.clientId, credentials.FY_ID],
        [fyersTexts.appId, credentials.APP_ID],
      ]}
      sessionUntil={until}
      reason={leaving.reason}
      buttons={
        <>
          <Button asChild variant="primary" className="w-full sm:w-auto">
            <Link to="/dashboard/trading">{fyersTexts.toTrading}</Link>
          </Button>
          <Button onClick={onReconnect}>{connectionTexts.reconnect}</Button>
          <LeaveButtons leaving={leaving} isConnected isStored removeBody={fyersTexts.removeBody} />
        </>
      }
    />
  );
}
