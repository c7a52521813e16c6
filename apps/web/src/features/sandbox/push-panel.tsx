import { useMutation } from "@tanstack/react-query";
import { ApiError, api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { CaughtCard } from "./caught-card.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { messageTexts, sandboxTexts } from "./sandbox.texts.ts";
import { type CaughtPush, usePush } from "./use-caught.ts";

function shownOf({ text }: CaughtPush): { title?: string; body: string } {
  try {
    const { title, body, url } = JSON.parse(text) as { title?: string; body?: string; url?: string };
    return { ...(title !== undefined && { title }), body: [body, url].filter(Boolean).join("\n") };
  } catch {
    return { body: text };
  }
}

/** This machine's browsers may have no push service: a simulated device replaces one. */
function MakeDevice() {
  const make = useMutation({
    mutationFn: async () => {
      const body = await api("POST", "/sandbox/push/devices");
      return api("POST", "/notifications/push", { body });
    },
    onSuccess: () => showToast("success", messageTexts.deviceMade),
    onError: (cause) => showToast("error", (cause instanceof ApiError && cause.detail) || sandboxTexts.failed),
  });
  return (
    <Button className="justify-self-start" isBusy={make.isPending} onClick={() => make.mutate()}>
      {messageTexts.makeDevice}
    </Button>
  );
}

export function PushPanel() {
  return (
    <div className="grid gap-5">
      <MakeDevice />
      <InboxFrame
        inbox={usePush()}
        empty={{ title: messageTexts.noPush, body: messageTexts.noPushBody }}
        findHint={messageTexts.findPushHint}
        wordsOf={({ to, text }) => [to, text]}
      >
        {(messages) => (
          <ul className="grid gap-4">
            {messages.map((push) => {
              const { title, body } = shownOf(push);
              return (
                <li key={push.id}>
                  <CaughtCard
                    to={messageTexts.device(push.to)}
                    at={push.at}
                    text={body}
                    {...(title !== undefined && { title })}
                  />
                </li>
              );
            })}
          </ul>
        )}
      </InboxFrame>
    </div>
  );
}
