import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Card } from "../../ui/card.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { codeIn } from "./message-parts.ts";
import { MessageText } from "./message-text.tsx";
import { messageTexts } from "./sandbox.texts.ts";
import { type CaughtSms, useSms } from "./use-caught.ts";

export function SmsPanel() {
  return (
    <InboxFrame
      inbox={useSms()}
      empty={{ title: messageTexts.noSms, body: messageTexts.noSmsBody }}
      findHint={messageTexts.findSmsHint}
      wordsOf={(sms) => [sms.to, sms.text]}
    >
      {(messages) => (
        <ul className="grid gap-4">
          {messages.map((sms) => (
            <li key={sms.id}>
              <SmsCard sms={sms} />
            </li>
          ))}
        </ul>
      )}
    </InboxFrame>
  );
}

function SmsCard({ sms }: { readonly sms: CaughtSms }) {
  const code = codeIn(sms.text);
  return (
    <Card className="grid gap-4 p-5 sm:grid-cols-[minmax(0,1fr)_13rem] sm:p-6">
      <div className="grid content-start gap-2">
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span className="figures font-medium text-text">{sms.to}</span>
          <time dateTime={sms.at}>{formatIstDateTime(instantOf(sms.at))}</time>
        </p>
        <MessageText text={sms.text} />
      </div>
      {code !== null && <CopyField label={messageTexts.code} value={code} />}
    </Card>
  );
}
