import { CaughtCard } from "./caught-card.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { messageTexts } from "./sandbox.texts.ts";
import { useTelegram } from "./use-caught.ts";

export function TelegramPanel() {
  return (
    <InboxFrame
      inbox={useTelegram()}
      empty={{ title: messageTexts.noTelegram, body: messageTexts.noTelegramBody }}
      findHint={messageTexts.findTelegramHint}
      wordsOf={({ to, text }) => [to, text]}
    >
      {(messages) => (
        <ul className="grid gap-4">
          {messages.map(({ id, to, at, text }) => (
            <li key={id}>
              <CaughtCard to={messageTexts.chat(to)} at={at} text={text} />
            </li>
          ))}
        </ul>
      )}
    </InboxFrame>
  );
}
