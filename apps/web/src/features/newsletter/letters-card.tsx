import type { ReplyOf } from "@vriddhi/contract/endpoint";
import type { NewsletterIssue, newsletterEndpoints } from "@vriddhi/contract/newsletter";
import { useCallback, useEffect, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { blogApi } from "../../lib/blog-admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { LetterForm } from "./letter-form.tsx";
import { lettersTexts as texts } from "./letters.texts.ts";

type Letters = ReplyOf<typeof newsletterEndpoints.listIssues>;
type LettersState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "loaded"; readonly letters: Letters };

/** How often the progress is read while an issue is being sent. */
const FOLLOW_MS = 3_000;

const isSending = (state: LettersState): boolean =>
  state.kind === "loaded" && state.letters.issues.some((issue) => issue.state === "sending");

function useLetters() {
  const [state, setState] = useState<LettersState>({ kind: "loading" });
  const read = useCallback(async () => {
    try {
      setState({ kind: "loaded", letters: await blogApi("GET", "/api/newsletter/admin/issues") });
    } catch {
      setState((before) => (before.kind === "loaded" ? before : { kind: "failed" }));
    }
  }, []);
  useEffect(() => void read(), [read]);
  const follows = isSending(state);
  useEffect(() => {
    if (!follows) return undefined;
    const timer = setInterval(() => void read(), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [follows, read]);
  return { state, read };
}

interface LetterRowProps {
  issue: NewsletterIssue;
  onAsk(action: "send" | "delete"): void;
}

function LetterRow({ issue, onAsk }: LetterRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-6 py-4">
      <div className="grid min-w-0 gap-1">
        <h3 className="font-semibold">{issue.title}</h3>
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          <Badge tone={issue.state === "sending" ? "info" : "neutral"}>{texts.states[issue.state]}</Badge>
          {issue.category}
          {issue.sending !== null && <span className="figures">{texts.progress(issue.sending)}</span>}
        </p>
      </div>
      {issue.state === "draft" && (
        <div className="flex gap-2">
          <Button size="sm" onClick={() => onAsk("send")} aria-label={`${texts.send} ${issue.title}`}>
            {texts.send}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="text-danger!"
            onClick={() => onAsk("delete")}
            aria-label={`${texts.delete} ${issue.title}`}
          >
            {texts.delete}
          </Button>
        </div>
      )}
    </li>
  );
}

interface Asked {
  readonly action: "send" | "delete";
  readonly issue: NewsletterIssue;
}

async function act({ action, issue }: Asked): Promise<void> {
  const params = { issueId: issue.id };
  try {
    if (action === "send") {
      await blogApi("POST", "/api/newsletter/admin/issues/{issueId}/send", { params });
      showToast("success", texts.sending);
    } else await blogApi("DELETE", "/api/newsletter/admin/issues/{issueId}", { params });
  } catch (cause) {
    showToast("error", cause instanceof ApiError && cause.detail !== null ? cause.detail : texts.failed);
  }
}

function Question({ asked, readers, onDone }: { asked: Asked | null; readers: number; onDone(isYes: boolean): void }) {
  const title = asked?.issue.title ?? "";
  const isSend = asked?.action === "send";
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(isOpen) => !isOpen && onDone(false)}
      title={isSend ? texts.sendTitle : texts.deleteTitle}
      body={isSend ? texts.sendBody(title, readers) : texts.deleteBody(title)}
      confirmLabel={isSend ? texts.send : texts.delete}
      tone={isSend ? "primary" : "danger"}
      onConfirm={() => onDone(true)}
    />
  );
}

/** Issues that the server stores and mails. The posts that /newsletter/admin keeps in this browser are separate (C7.28). */
export function LettersCard() {
  const { state, read } = useLetters();
  const [isWriting, setWriting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (state.kind === "loading") return <SpinnerWithText>{texts.loading}</SpinnerWithText>;
  if (state.kind === "failed") {
    return (
      <Card>
        <ErrorState title={texts.fetchFailed} onRetry={() => void read()} />
      </Card>
    );
  }
  const { issues, readers } = state.letters;
  const answer = (isYes: boolean) => {
    setAsked(null);
    if (isYes && asked !== null) void act(asked).then(read);
  };
  return (
    <Card>
      <CardHeader
        title={texts.title}
        description={texts.readers(readers.confirmed, readers.unconfirmed)}
        action={
          <Button size="sm" onClick={() => setWriting(true)}>
            {texts.write}
          </Button>
        }
      />
      {isWriting && (
        <LetterForm
          onClose={() => {
            setWriting(false);
            void read();
          }}
        />
      )}
      {issues.length === 0 && !isWriting && <p className="px-6 py-8 text-center text-muted">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {issues.map((issue) => (
          <LetterRow key={issue.id} issue={issue} onAsk={(action) => setAsked({ action, issue })} />
        ))}
      </ul>
      <Question asked={asked} readers={readers.confirmed} onDone={answer} />
    </Card>
  );
}
