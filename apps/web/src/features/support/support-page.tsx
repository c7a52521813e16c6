import { TODAY_PATH } from "@vriddhi/core/site/dashboard-path";
import CircleCheck from "lucide-react/icons/circle-check";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useSession } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FaqList } from "../../ui/faq-list.tsx";
import { supportFaq, supportTexts } from "./support.texts.ts";
import type { SupportOutcome } from "./support-actions.ts";
import { SupportForm } from "./support-form.tsx";

type Sent = Extract<SupportOutcome, { kind: "sent" }>;

function SentNote({ sent, onAnother }: { sent: Sent; onAnother(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <CircleCheck className="size-8 text-info" aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {supportTexts.sentTitle}
      </h2>
      <p>
        {supportTexts.sentReference} <strong className="figures font-semibold">{sent.reference}</strong>.
      </p>
      <p className="max-w-[52ch] text-muted">{supportTexts.sentBody(sent.email)}</p>
      <Button onClick={onAnother}>{supportTexts.another}</Button>
    </div>
  );
}

interface SupportPageProps {
  threads?: ReactNode;
  onSent?(threadId: string): void;
}

export function SupportPage({ threads, onSent }: SupportPageProps = {}) {
  const session = useSession();
  const [sent, setSent] = useState<Sent | null>(null);
  const noteSent = (outcome: Sent) => {
    setSent(outcome);
    onSent?.(outcome.threadId);
  };
  const known = session.kind === "user" ? session.user : null;
  return (
    <div className="page-width grid full-page content-start gap-12 py-12 md:py-20">
      <header className="grid max-w-2xl gap-4">
        <h1 className="text-3xl font-semibold">{supportTexts.title}</h1>
        <p className="text-lg text-muted">{supportTexts.lead}</p>
      </header>
      {threads}
      <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
        <Card className="p-6 sm:p-8">
          {sent ? (
            <SentNote sent={sent} onAnother={() => setSent(null)} />
          ) : (
            <SupportForm known={known} onSent={noteSent} />
          )}
        </Card>
        <div className="grid gap-10">
          <section className="grid gap-3 border-l-2 border-accent pl-5">
            <h2 className="font-semibold">{supportTexts.urgentTitle}</h2>
            <p className="text-sm text-muted">{supportTexts.urgent}</p>
            <p>
              <Link
                to={TODAY_PATH}
                className="inline-flex min-h-11 items-center text-sm font-medium underline underline-offset-4 hover:text-accent-text"
              >
                {supportTexts.urgentLink}
              </Link>
            </p>
          </section>
          <section className="grid gap-4">
            <h2 className="text-xl font-semibold">{supportTexts.faqTitle}</h2>
            <FaqList entries={supportFaq} />
          </section>
        </div>
      </div>
    </div>
  );
}
