import type { PostSummary } from "@vriddhi/contract/blog";
import { useEffect, useState } from "react";
import { blogApi } from "../../lib/blog-admin-session.ts";
import { formatIstDateTime, formatIstLongDate, instantOf } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { InlineProse } from "../../ui/inline-prose.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { manageTexts as texts } from "./editor.texts.ts";

type ListState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "loaded"; readonly posts: readonly PostSummary[]; readonly total: number; readonly page: number };

function usePosts(isOpen: boolean) {
  const [state, setState] = useState<ListState>({ kind: "loading" });
  const read = async (page: number) => {
    if (page === 1) setState({ kind: "loading" });
    try {
      const reply = await blogApi("GET", "/api/blog/admin/posts", { query: { page } });
      setState((before) => {
        const earlier = page > 1 && before.kind === "loaded" ? before.posts : [];
        return { kind: "loaded", posts: [...earlier, ...reply.posts], total: reply.total, page };
      });
    } catch {
      setState({ kind: "failed" });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening is the one reason to read again
  useEffect(() => {
    if (isOpen) void read(1);
  }, [isOpen]);
  const drop = (id: string) =>
    setState((before) =>
      before.kind === "loaded"
        ? {
            kind: "loaded",
            posts: before.posts.filter((post) => post.id !== id),
            total: before.total - 1,
            page: before.page,
          }
        : before,
    );
  return { state, read, drop };
}

interface RowProps {
  post: PostSummary;
  isDeleting: boolean;
  onEdit(): void;
  onEarlier(): void;
  onDelete(): void;
}

function PostRow({ post, isDeleting, onEdit, onEarlier, onDelete }: RowProps) {
  return (
    <li className="grid gap-3 py-4 sm:grid-cols-[1fr_auto] sm:items-center" aria-busy={isDeleting || undefined}>
      <div className="grid min-w-0 gap-1">
        <h3 className="font-semibold">{post.title}</h3>
        <p className="line-clamp-2 text-sm text-muted">
          <InlineProse html={post.excerpt_html} />
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {post.published ? (
            <time dateTime={post.created_at}>{formatIstLongDate(instantOf(post.created_at))}</time>
          ) : (
            <Badge tone="warn">{texts.waiting(formatIstDateTime(instantOf(post.publish_at ?? post.created_at)))}</Badge>
          )}
          <span className="break-all">/{post.slug}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={isDeleting} onClick={onEdit} aria-label={`${texts.edit} ${post.title}`}>
          {texts.edit}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={isDeleting}
          onClick={onEarlier}
          aria-label={`${texts.earlier}: ${post.title}`}
        >
          {texts.earlier}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="text-danger!"
          disabled={isDeleting}
          onClick={onDelete}
          aria-label={isDeleting ? texts.deleting : `${texts.delete} ${post.title}`}
        >
          {isDeleting ? texts.deleting : texts.delete}
        </Button>
      </div>
    </li>
  );
}

interface ManageListProps {
  isOpen: boolean;
  onEdit(id: string): void;
  onEarlier(id: string): void;
}

export function ManageList({ isOpen, onEdit, onEarlier }: ManageListProps) {
  const { state, read, drop } = usePosts(isOpen);
  const [doomed, setDoomed] = useState<PostSummary | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const remove = async (id: string) => {
    setDoomed(null);
    setFault(null);
    setDeleting(id);
    try {
      await blogApi("DELETE", "/api/blog/admin/posts/{id}", { params: { id } });
      drop(id);
    } catch {
      setFault(texts.deleteFailed);
    }
    setDeleting(null);
  };
  if (state.kind === "loading") return <SpinnerWithText>{texts.loading}</SpinnerWithText>;
  if (state.kind === "failed") return <ErrorState level={3} title={texts.fetchFailed} onRetry={() => void read(1)} />;
  return (
    <>
      <FormFault>{fault}</FormFault>
      {state.posts.length === 0 && <p className="py-6 text-center text-muted">{texts.empty}</p>}
      <ul className="divide-y divide-line">
        {state.posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            isDeleting={deleting === post.id}
            onEdit={() => onEdit(post.id)}
            onEarlier={() => onEarlier(post.id)}
            onDelete={() => setDoomed(post)}
          />
        ))}
      </ul>
      {state.posts.length < state.total && <Button onClick={() => void read(state.page + 1)}>{texts.more}</Button>}
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(isAsked) => !isAsked && setDoomed(null)}
        title={texts.deleteTitle}
        body={texts.question(doomed?.title ?? "")}
        confirmLabel={texts.delete}
        tone="danger"
        onConfirm={() => doomed && void remove(doomed.id)}
      />
    </>
  );
}

interface ManageDialogProps extends ManageListProps {
  onOpenChange(isOpen: boolean): void;
}

export function ManageDialog({ isOpen, onOpenChange, onEdit, onEarlier }: ManageDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange} title={texts.title} isWide>
      <ManageList isOpen={isOpen} onEdit={onEdit} onEarlier={onEarlier} />
    </Dialog>
  );
}
