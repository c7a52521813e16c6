import { FormProvider, useForm } from "react-hook-form";
import { credentialResolver } from "../../lib/credential-form.ts";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Detail, DetailList } from "../../ui/detail-list.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { zerodhaTexts } from "./zerodha.texts.ts";
import { ZerodhaSettings } from "./zerodha-settings.tsx";
import { checkValues, toValues, type ZerodhaStatus, type ZerodhaValues } from "./zerodha-values.ts";

interface ZerodhaConnectedProps {
  status: ZerodhaStatus;
  isDisconnecting: boolean;
  isSaving: boolean;
  reason: string | null;
  onDisconnect(): void;
  onReconnect(): void;
  onRemove(): void;
  onSave(values: ZerodhaValues): void;
}

/** The credentials stay the masks they are; only the settings change. */
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
          <Button type="submit" isBusy={isSaving}>
            {zerodhaTexts.saveSettings}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

function AccountDetails({ status }: { status: ZerodhaStatus }) {
  const at = status.last_api_call;
  const facts = [
    [zerodhaTexts.clientId, status.user_id],
    [zerodhaTexts.name, status.user_name],
    [zerodhaTexts.email, status.email],
    [zerodhaTexts.userType, status.user_type],
  ] as const;
  return (
    <DetailList>
      {facts.map(([name, value]) => (
        <Detail key={name} name={name}>
          {value ?? zerodhaTexts.unknown}
        </Detail>
      ))}
      <Detail name={zerodhaTexts.lastCall}>
        {at === null ? zerodhaTexts.unknown : <time dateTime={at}>{formatIstDateTime(instantOf(at))}</time>}
      </Detail>
    </DetailList>
  );
}

/** B2.21, B2.22 */
export function ZerodhaConnected(props: ZerodhaConnectedProps) {
  const { status, isDisconnecting, isSaving, reason } = props;
  const stored = toValues(status.credentials);
  return (
    <Card>
      <CardHeader
        title={zerodhaTexts.connectedTitle}
        description={zerodhaTexts.connectedLead}
        action={
          <Badge tone="info" hasDot>
            {connectionTexts.connected}
          </Badge>
        }
      />
      <AccountDetails status={status} />
      <SettingsForm key={JSON.stringify(stored)} stored={stored} isSaving={isSaving} onSave={props.onSave} />
      <div className="grid gap-4 border-t border-line p-6">
        <FormFault>{reason}</FormFault>
        <div className="flex flex-wrap gap-3">
          <Button isBusy={isDisconnecting} onClick={props.onDisconnect}>
            {zerodhaTexts.disconnect}
          </Button>
          <Button onClick={props.onReconnect}>{zerodhaTexts.reconnect}</Button>
          <Button variant="ghost" aria-haspopup="dialog" onClick={props.onRemove}>
            {zerodhaTexts.remove}
          </Button>
        </div>
      </div>
    </Card>
  );
}
