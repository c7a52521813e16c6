import type { blogEndpoints } from "@vriddhi/contract/blog";
import type { ReplyOf } from "@vriddhi/contract/endpoint";

export type ArticleReply = ReplyOf<typeof blogEndpoints.readPost>;

export type ArticleState =
  | { readonly kind: "loaded"; readonly article: ArticleReply }
  | { readonly kind: "missing" }
  | { readonly kind: "failed" };

export const articleStatus: Record<ArticleState["kind"], number> = { loaded: 200, missing: 404, failed: 503 };

type Ask = (address: string) => Promise<{ readonly status: number; readonly body: unknown }>;

/** A slug that the contract refuses, such as 300 letters, is an unknown article. */
const isMissing = (status: number): boolean => status === 404 || status === 400 || status === 422;

/** C2.22: never rejects. */
export async function readArticle(ask: Ask, slug: string): Promise<ArticleState> {
  try {
    const { status, body } = await ask(`/api/blog/posts/${encodeURIComponent(slug)}`);
    if (status === 200) return { kind: "loaded", article: body as ArticleReply };
    return isMissing(status) ? { kind: "missing" } : { kind: "failed" };
  } catch {
    return { kind: "failed" };
  }
}
