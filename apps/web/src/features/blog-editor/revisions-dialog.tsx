import type { blogEndpoints, Post } from "@vriddhi/contract/blog";
import type { ReplyOf } from "@vriddhi/contract/endpoint";
import { useEffect, useState } from "react";
import { blogApi } from "../../lib/blog-admin-session.ts";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Prose } from "../../ui/prose.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { editorTexts, revisionTexts as texts } from "./editor.texts.ts";

type Revision = ReplyOf<typeof blogEndpoints.listRevisions>["revisions"][number];
type RevisionsState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "loaded"; readonly revisions: readonly Revision[] };

function useRevisions(id: string | null): RevisionsState {
  const [state, setState] = useState<RevisionsState>({ kind: "loading" });
  useEffect(() => {
    if (id === null) return undefined;
    const leaving = new AbortController();
    setState({ kind: "loading" });
    blogApi("GET", "/api/blog/admin/posts/{id}/revisions", { params: { id }, signal: leaving.signal }).then(
      ({ revisions }) => setState({ kind: "loaded", revisions }),
      () => leaving.signal.aborted || setState({ kind: "failed" }),
    );
    return () => leaving.abort();
  }, [id]);
  return state;
}

function RevisionRow({ id, revision, onRestore }: { id: string; revision: Revision; onRestore(): void }) {
  const [html, setHtml] = useState<string | null>(null);
  const show = async () => {
    try {
      const params = { id, revision: revision.revision };
      const reply = await blogApi("GET", "/api/blog/admin/posts/{id}/revisions/{revision}", { params });
      setHtml(reply.html);
    } catch {
      showToast("error", texts.failed);
    }
  };
  return (
    <li className="grid gap-3 py-4">
      <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-center">
        <div className="grid min-w-0 gap-1">
          <h3 className="font-semibold">{revision.title}</h3>
          <p className="text-sm text-muted">
            {formatIstDateTime(instantOf(revision.saved_at))}
            {revision.saved_by !== null && ` ${texts.by(revision.saved_by)}`} ·{" "}
            {editorTexts.characters(revision.characters)}
          </p>
        </div>
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" onClick={() => (html === null ? void show() : setHtml(null))}>
            {html === null ? texts.show : texts.hide}
          </Button>
          <Button size="sm" onClick={onRestore}>
            {texts.restore}
          </Button>
        </div>
      </div>
      {html !== null && <Prose html={html} className="max-h-100 overflow-y-auto rounded-md border border-line p-5" />}
    </li>
  );
}

interface RevisionsDialogProps {
  /** `null`: closed. */
  postId: string | null;
  onClose(): void;
  onRestored(post: Post): void;
}

export function RevisionsDialog({ postId, onClose, onRestored }: RevisionsDialogProps) {
  const state = useRevisions(postId);
  const restore = async (id: string, revision: number) => {
    try {
      const params = { id, revision };
      const post = await blogApi("POST", "/api/blog/admin/posts/{id}/revisions/{revision}/restore", { params });
      showToast("success", texts.restored);
      onRestored(post);
      onClose();
    } catch {
      showToast("error", texts.restoreFailed);
    }
  };
  return (
    <Dialog open={postId !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title={texts.title} isWide>
      {state.kind === "loading" && <SpinnerWithText>{texts.loading}</SpinnerWithText>}
      {state.kind === "failed" && <p role="alert">{texts.failed}</p>}
      {state.kind === "loaded" && state.revisions.length === 0 && <p className="text-muted">{texts.empty}</p>}
      {state.kind === "loaded" && postId !== null && (
        <ul className="divide-y divide-line">
          {state.revisions.map((revision) => (
            <RevisionRow
              key={revision.revision}
              id={postId}
              revision={revision}
              onRestore={() => void restore(postId, revision.revision)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
