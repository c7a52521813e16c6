import { useMutation } from "@tanstack/react-query";
import Send from "lucide-react/icons/send";
import { api } from "../../lib/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { notificationTexts as texts } from "./notification.texts.ts";
import { type Preferences, useReadPreferencesAgain, useSayFailure, useTest } from "./notification-queries.ts";
import { NotificationRow } from "./notification-row.tsx";

function LinkedRow({ name }: { readonly name: string }) {
  const readAgain = useReadPreferencesAgain();
  const sayFailure = useSayFailure();
  const test = useTest("telegram");
  const unlink = useMutation({
    mutationFn: () => api("DELETE", "/notifications/telegram"),
    onError: sayFailure,
    onSettled: readAgain,
  });
  return (
    <NotificationRow
      icon={Send}
      title={texts.telegramTitle}
      badge={<Badge tone="info">On</Badge>}
      actions={
        <>
          <Button
            size="sm"
            isBusy={test.isPending}
            aria-label={`${texts.test} by Telegram`}
            onClick={() => test.mutate()}
          >
            {texts.test}
          </Button>
          <Button size="sm" isBusy={unlink.isPending} onClick={() => unlink.mutate()}>
            {texts.telegramUnlink}
          </Button>
        </>
      }
    >
      {texts.telegramOn(name)}
    </NotificationRow>
  );
}

/** The link is requested first and opened by a press: browsers do not block a window that a user opens. */
function LinkRow() {
  const sayFailure = useSayFailure();
  const link = useMutation({ mutationFn: () => api("POST", "/notifications/telegram"), onError: sayFailure });
  return (
    <NotificationRow
      icon={Send}
      title={texts.telegramTitle}
      actions={
        link.data ? (
          <Button size="sm" asChild>
            <a href={link.data.url} target="_blank" rel="noreferrer">
              {texts.telegramOpen}
            </a>
          </Button>
        ) : (
          <Button
            size="sm"
            isBusy={link.isPending}
            aria-label={`${texts.telegramLink} Telegram`}
            onClick={() => link.mutate()}
          >
            {texts.telegramLink}
          </Button>
        )
      }
    >
      {link.data ? texts.telegramWaiting : texts.telegramOff}
    </NotificationRow>
  );
}

export function TelegramRow({ telegram }: { readonly telegram: Preferences["telegram"] }) {
  if (telegram.chat) return <LinkedRow name={telegram.chat.name} />;
  return telegram.is_offered ? <LinkRow /> : null;
}
