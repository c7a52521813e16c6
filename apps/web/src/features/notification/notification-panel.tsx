import Mail from "lucide-react/icons/mail";
import { Button } from "../../ui/button.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { notificationTexts as texts } from "./notification.texts.ts";
import { type Preferences, useChangePreferences, usePreferences, useTest } from "./notification-queries.ts";
import { NotificationRow } from "./notification-row.tsx";
import { PushRows } from "./push-rows.tsx";
import { SwitchTable } from "./switch-table.tsx";
import { TelegramRow } from "./telegram-row.tsx";

function MailRow() {
  const test = useTest("mail");
  return (
    <NotificationRow
      icon={Mail}
      title={texts.mailTitle}
      actions={
        <Button size="sm" isBusy={test.isPending} aria-label={`${texts.test} by mail`} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
      }
    >
      {texts.mailBody}
    </NotificationRow>
  );
}

function Loaded({ preferences }: { readonly preferences: Preferences }) {
  const change = useChangePreferences();
  return (
    <>
      <MailRow />
      <PushRows push={preferences.push} />
      <TelegramRow telegram={preferences.telegram} />
      <div className="px-5 py-3 sm:px-6">
        <Switch
          label={texts.quietTitle}
          hint={texts.quietBody}
          isOn={preferences.quiet_nights}
          onChange={(isOn) => change.mutate({ switches: [], quiet_nights: isOn })}
        />
      </div>
      <SwitchTable
        switches={preferences.switches}
        isTelegramOffered={preferences.telegram.is_offered}
        onChange={(kind, channel, isOn) => change.mutate({ switches: [{ kind, channel, is_on: isOn }] })}
      />
    </>
  );
}

/** Rows for a card of the settings: the channels and the alerts of a user. Needs a query cache above it. */
export function NotificationPanel() {
  const query = usePreferences();
  if (query.data !== undefined) return <Loaded preferences={query.data} />;
  if (query.isError)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 sm:px-6">
        <p>{texts.loadFault}</p>
        <Button size="sm" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {texts.retry}
        </Button>
      </div>
    );
  return (
    <LoadingRegion label={texts.loading}>
      <div className="grid gap-4 p-6">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-72" />
      </div>
    </LoadingRegion>
  );
}
