import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { type Tab, Tabs } from "../../ui/tabs.tsx";
import { codeIn } from "./message-parts.ts";
import { MessageText } from "./message-text.tsx";
import { messageTexts } from "./sandbox.texts.ts";
import type { CaughtMail } from "./use-caught.ts";

type View = "html" | "text";

export function MailView({ mail, onClose }: { readonly mail: CaughtMail; onClose(): void }) {
  const [view, setView] = useState<View>(mail.html === "" ? "text" : "html");
  const code = codeIn(mail.text);
  const text: Tab<View> = {
    id: "text",
    label: messageTexts.asText,
    panel: mail.text === "" ? <p className="text-muted">{messageTexts.noText}</p> : <MessageText text={mail.text} />,
  };
  const html: Tab<View> = {
    id: "html",
    label: messageTexts.asHtml,
    // an empty `sandbox` blocks scripts and gives the message no origin
    panel: (
      <iframe
        title={messageTexts.htmlFrame}
        sandbox=""
        srcDoc={mail.html}
        className="h-[32rem] w-full rounded-md border border-line bg-white"
      />
    ),
  };
  return (
    <article className="grid gap-5 p-5 sm:p-6">
      <Button size="sm" variant="ghost" className="justify-self-start md:hidden" onClick={onClose}>
        <ArrowLeft className="size-4" aria-hidden="true" />
        {messageTexts.back}
      </Button>
      <header className="grid gap-1">
        <h2 className="text-lg font-semibold break-words">{mail.subject || messageTexts.noSubject}</h2>
        <p className="text-sm break-words text-muted">
          {messageTexts.to} {mail.to}, <time dateTime={mail.at}>{formatIstDateTime(instantOf(mail.at))}</time>
        </p>
      </header>
      {code !== null && <CopyField label={messageTexts.code} value={code} />}
      <Tabs
        label={messageTexts.views}
        tabs={mail.html === "" ? [text] : [html, text]}
        selected={view}
        onSelect={setView}
      />
    </article>
  );
}
