import type { Post } from "@vriddhi/contract/blog";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { blogApi } from "../../lib/blog-admin-session.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { BlogEditor } from "./blog-editor.tsx";
import { manageTexts, editorTexts as texts } from "./editor.texts.ts";

type PostState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly post: Post | null };

function useEditedPost(id: string | null): { readonly state: PostState; again(): void } {
  const [state, setState] = useState<PostState>({ kind: "loading" });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    if (id === null) return setState({ kind: "ready", post: null });
    const leaving = new AbortController();
    setState({ kind: "loading" });
    blogApi("GET", "/api/blog/admin/posts/{id}", { params: { id }, signal: leaving.signal }).then(
      (post) => setState({ kind: "ready", post }),
      () => leaving.signal.aborted || setState({ kind: "failed" }),
    );
    return () => leaving.abort();
  }, [id, turn]);
  return { state, again: () => setTurn((before) => before + 1) };
}

/** `?edit=` names the article to change; without it a new one is written. */
export function EditorPage({ onLogout }: { onLogout(): Promise<void> }) {
  const [search] = useSearchParams();
  const id = search.get("edit");
  const { state, again } = useEditedPost(id);
  if (state.kind === "ready" && (state.post?.id ?? null) === id)
    return <BlogEditor key={id ?? "new"} post={state.post} onLogout={onLogout} />;
  if (state.kind === "failed") {
    return (
      <div className="grid full-page place-content-center">
        <ErrorState level={1} title={texts.loadFailed} onRetry={again} />
      </div>
    );
  }
  return (
    <div className="grid full-page place-items-center">
      <SpinnerWithText>{manageTexts.loading}</SpinnerWithText>
    </div>
  );
}
