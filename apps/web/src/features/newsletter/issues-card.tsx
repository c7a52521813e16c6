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
import { IssueForm } from "./issue-form.tsx";
import { issuesTexts as texts } from "./issues.texts.ts";

type Issues = ReplyOf<typeof newsletterEndpoints.listIssues>;
type IssuesState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "loaded"; readonly reply: Issues };

/** How often the progress is read while an issue is being sent. */
const PROGRESS_EVERY_MS = 3_000;

const isSending = (state: IssuesState): boolean =>
  state.kind === "loaded" && state.reply.issues.some((issue) => issue.state === "sending");

function useIssues() {
  const [state, setState] = useState<IssuesState>({ kind: "loading" });
  const read = useCallback(async () => {
    try {
      setState({ kind: "loaded", reply: await blogApi("GET", "/api/newsletter/admin/issues") });
    } catch {
      setState((before) => (before.kind === "loaded" ? before : { kind: "failed" }));
    }
  }, []);
  useEffect(() => void read(), [read]);
  const follows = isSending(state);
  useEffect(() => {
    if (!follows) return undefined;
    const timer = setInterval(() => void read(), PROGRESS_EVERY_MS);
    return () => clearInterval(timer);
  }, [follows, read]);
  return { state, read };
}

interface NewsletterIssueRowProps {
  issue: NewsletterIssue;
  onAsk(action: "send" | "delete"): void;
}

function NewsletterIssueRow({ issue, onAsk }: NewsletterIssueRowProps) {
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

interface PendingAction {
  readonly action: "send" | "delete";
  readonly issue: NewsletterIssue;
}

async function act({ action, issue }: PendingAction): Promise<void> {
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

function ConfirmAction({
  pending,
  readers,
  onDone,
}: {
  pending: PendingAction | null;
  readers: number;
  onDone(isYes: boolean): void;
}) {
  const title = pending?.issue.title ?? "";
  const isSend = pending?.action === "send";
  return (
    <ConfirmDialog
      open={pending !== null}
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
export function IssuesCard() {
  const { state, read } = useIssues();
  const [isWriting, setWriting] = useState(false);
  const [pending, setPending] = useState<PendingAction | null>(null);
  if (state.kind === "loading") return <SpinnerWithText>{texts.loading}</SpinnerWithText>;
  if (state.kind === "failed") {
    return (
      <Card>
        <ErrorState title={texts.fetchFailed} onRetry={() => void read()} />
      </Card>
    );
  }
  const { issues, readers } = state.reply;
  const answer = (isYes: boolean) => {
    setPending(null);
    if (isYes && pending !== null) void act(pending).then(read);
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
        <IssueForm
          onClose={() => {
            setWriting(false);
            void read();
          }}
        />
      )}
      {issues.length === 0 && !isWriting && <p className="px-6 py-8 text-center text-muted">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {issues.map((issue) => (
          <NewsletterIssueRow key={issue.id} issue={issue} onAsk={(action) => setPending({ action, issue })} />
        ))}
      </ul>
      <ConfirmAction pending={pending} readers={readers.confirmed} onDone={answer} />
    </Card>
  );
}
