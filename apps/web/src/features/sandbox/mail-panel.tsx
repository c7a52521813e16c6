import { useState } from "react";
import { formatIstTime, instantOf } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { MailView } from "./mail-view.tsx";
import { codeIn } from "./message-parts.ts";
import { messageTexts } from "./sandbox.texts.ts";
import { type CaughtMail, useMail } from "./use-caught.ts";

export function MailPanel() {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <InboxFrame
      inbox={useMail()}
      empty={{ title: messageTexts.noMail, body: messageTexts.noMailBody }}
      findHint={messageTexts.findHint}
      wordsOf={(mail) => [mail.to, mail.subject]}
    >
      {(mails) => (
        <MailDesk
          mails={mails}
          opened={mails.find((mail) => mail.id === openId) ?? null}
          onOpen={setOpenId}
          onClose={() => setOpenId(null)}
        />
      )}
    </InboxFrame>
  );
}

interface MailDeskProps {
  readonly mails: readonly CaughtMail[];
  readonly opened: CaughtMail | null;
  onOpen(id: string): void;
  onClose(): void;
}

/** List and message side by side; on a phone one after the other. */
function MailDesk({ mails, opened, onOpen, onClose }: MailDeskProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <Card className={classNames("overflow-hidden", opened !== null && "max-md:hidden")}>
        <ul className="max-h-[42rem] divide-y divide-line overflow-y-auto">
          {mails.map((mail) => (
            <li key={mail.id}>
              <MailRow mail={mail} isOpen={mail.id === opened?.id} onOpen={() => onOpen(mail.id)} />
            </li>
          ))}
        </ul>
      </Card>
      <Card className={opened === null ? "max-md:hidden" : ""}>
        {opened === null ? (
          <EmptyState title={messageTexts.chooseMail} />
        ) : (
          <MailView key={opened.id} mail={opened} onClose={onClose} />
        )}
      </Card>
    </div>
  );
}

interface MailRowProps {
  readonly mail: CaughtMail;
  readonly isOpen: boolean;
  onOpen(): void;
}

function MailRow({ mail, isOpen, onOpen }: MailRowProps) {
  const code = codeIn(mail.text);
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={onOpen}
      className={classNames(
        "grid w-full grid-cols-[minmax(0,1fr)] gap-1 px-5 py-3.5 text-left outline-offset-[-2px] hover:bg-raised",
        isOpen && "bg-raised",
      )}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{mail.subject || messageTexts.noSubject}</span>
        <time dateTime={mail.at} className="shrink-0 text-xs text-muted">
          {formatIstTime(instantOf(mail.at))}
        </time>
      </span>
      <span className="flex min-h-6 items-center justify-between gap-3">
        <span className="truncate text-sm text-muted">{mail.to}</span>
        {code !== null && <Badge tone="accent">{code}</Badge>}
      </span>
    </button>
  );
}
