import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { ConnectedCard } from "../link/connected-card.tsx";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import { Moment } from "../link/link-facts.tsx";
import type { ConnectedProps } from "../wizard/connection-script.ts";
import { zerodhaScriptTexts, zerodhaTexts } from "./zerodha.texts.ts";
import { ZerodhaSettingsForm } from "./zerodha-settings.tsx";
import type { ZerodhaStatus } from "./zerodha-values.ts";

export function ZerodhaConnected({ status, leaving, onReconnect, follow }: ConnectedProps<ZerodhaStatus>) {
  return (
    <ConnectedCard
      title={zerodhaTexts.connectedTitle}
      lead={zerodhaTexts.connectedLead}
      facts={[
        [zerodhaTexts.clientId, status.user_id],
        [zerodhaTexts.name, status.user_name],
        [zerodhaTexts.email, status.email],
        [zerodhaTexts.userType, status.user_type],
        [zerodhaTexts.lastCall, <Moment key="at" at={status.last_api_call} />],
      ]}
      sessionUntil={status.session_until}
      reason={leaving.reason}
      buttons={
        <>
          <Button onClick={onReconnect}>{connectionTexts.reconnect}</Button>
          <LeaveButtons leaving={leaving} isConnected isStored removeBody={zerodhaScriptTexts.removeBody} />
        </>
      }
    >
      {status.credentials !== null && (
        <ZerodhaSettingsForm key={JSON.stringify(status.credentials)} stored={status.credentials} follow={follow} />
      )}
    </ConnectedCard>
  );
}
