import type { blogEndpoints } from "@vriddhi/contract/blog";
import type { ReplyOf } from "@vriddhi/contract/endpoint";
import { useEffect, useState } from "react";
import { blogApi } from "../../lib/blog-admin-session.ts";

export type Preview = ReplyOf<typeof blogEndpoints.previewPost>;

export interface PreviewState {
  /** The last rendered one; `null` before the first. */
  readonly preview: Preview | null;
  readonly isFailed: boolean;
}

const PAUSE_MS = 350;

/** The server renders it, as it renders the published article: the preview equals the result. */
export function usePreview(content: string): PreviewState {
  const [state, setState] = useState<PreviewState>({ preview: null, isFailed: false });
  const isEmpty = content.trim() === "";
  useEffect(() => {
    if (isEmpty) return setState({ preview: null, isFailed: false });
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      blogApi("POST", "/api/blog/preview", { body: { content }, signal: leaving.signal }).then(
        (preview) => setState({ preview, isFailed: false }),
        () => leaving.signal.aborted || setState(({ preview }) => ({ preview, isFailed: true })),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [content, isEmpty]);
  return state;
}
