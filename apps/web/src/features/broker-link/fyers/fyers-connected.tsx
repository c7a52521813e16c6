import { Link } from "react-router";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { ConnectedCard } from "../link/connected-card.tsx";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import { Moment } from "../link/link-facts.tsx";
import type { ConnectedProps } from "../wizard/connection-script.ts";
import { fyersScriptTexts, fyersConnectedTexts as texts } from "./fyers.texts.ts";
import type { FyersStatus } from "./fyers-values.ts";

export function FyersConnected({ status, leaving, onReconnect }: ConnectedProps<FyersStatus>) {
  const { credentials, last_updated: lastUpdated, session_until: until } = status;
  return (
    <ConnectedCard
      title={texts.title}
      lead={texts.lead}
      facts={[
        [texts.lastUpdated, <Moment key="at" at={lastUpdated} />],
        [texts.clientId, credentials.FY_ID],
        [texts.appId, credentials.APP_ID],
      ]}
      sessionUntil={until}
      reason={leaving.reason}
      buttons={
        <>
          <Button asChild variant="primary" className="w-full sm:w-auto">
            <Link to="/dashboard/trading">{texts.toTrading}</Link>
          </Button>
          <Button onClick={onReconnect}>{connectionTexts.reconnect}</Button>
          <LeaveButtons leaving={leaving} isConnected isStored removeBody={fyersScriptTexts.removeBody} />
        </>
      }
    />
  );
}
