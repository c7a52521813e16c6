import { FormProvider, useForm } from "react-hook-form";
import { credentialResolver } from "../../../lib/credential-form.ts";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { ConnectedCard } from "../link/connected-card.tsx";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import { Moment } from "../link/link-facts.tsx";
import type { Leaving } from "../link/use-leaving.ts";
import { zerodhaTexts } from "./zerodha.texts.ts";
import { ZerodhaSettings } from "./zerodha-settings.tsx";
import { checkValues, toValues, type ZerodhaStatus, type ZerodhaValues } from "./zerodha-values.ts";

interface ZerodhaConnectedProps {
  status: ZerodhaStatus;
  leaving: Leaving;
  isSaving: boolean;
  reason: string | null;
  onReconnect(): void;
  onSave(values: ZerodhaValues): void;
}

/** The credentials stay the masks they are; only the settings change. Unchanged they would ask for a new login. */
function SettingsForm({
  stored,
  isSaving,
  onSave,
}: { stored: ZerodhaValues } & Pick<ZerodhaConnectedProps, "isSaving" | "onSave">) {
  const form = useForm<ZerodhaValues>({ defaultValues: stored, resolver: credentialResolver(checkValues(stored)) });
  const submit = form.handleSubmit(onSave);
  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        className="grid gap-5 border-t border-line p-6"
        onSubmit={(event) => (isSaving ? event.preventDefault() : void submit(event))}
      >
        <ZerodhaSettings />
        <div>
          <Button type="submit" isBusy={isSaving} disabled={!form.formState.isDirty}>
            {zerodhaTexts.saveSettings}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

/** B2.21, B2.22 */
export function ZerodhaConnected({ status, leaving, isSaving, reason, onReconnect, onSave }: ZerodhaConnectedProps) {
  const stored = toValues(status.credentials);
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
      reason={leaving.reason ?? reason}
      buttons={
        <>
          <Button onClick={onReconnect}>{connectionTexts.reconnect}</Button>
          <LeaveButtons leaving={leaving} isConnected isStored removeBody={zerodhaTexts.removeBody} />
        </>
      }
    >
      <SettingsForm key={JSON.stringify(stored)} stored={stored} isSaving={isSaving} onSave={onSave} />
    </ConnectedCard>
  );
}
