import type { blogEndpoints, PostSummary } from "@vriddhi/contract/blog";
import type { ReplyOf } from "@vriddhi/contract/endpoint";
import { researchTexts } from "./research.texts.ts";

export type TagCount = ReplyOf<typeof blogEndpoints.listTags>["tags"][number];

export interface ResearchFilter {
  readonly words: string;
  readonly tag: string;
  readonly page: number;
}

export interface LoadedResearch {
  readonly kind: "loaded";
  readonly posts: readonly PostSummary[];
  readonly tags: readonly TagCount[];
  readonly filter: ResearchFilter;
  readonly pages: number;
}

export type ResearchList = LoadedResearch | { readonly kind: "failed"; readonly message: string };

export type Ask = (address: string) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Five blocks of the large layout. */
const PER_PAGE = 25;

export function filterOf(search: URLSearchParams): ResearchFilter {
  const page = Number(search.get("page") ?? "1");
  return {
    words: (search.get("q") ?? "").trim().slice(0, 100),
    tag: (search.get("tag") ?? "").trim().slice(0, 40),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

export function searchOf({ words, tag, page }: ResearchFilter): string {
  const search = new URLSearchParams();
  if (words !== "") search.set("q", words);
  if (tag !== "") search.set("tag", tag);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? "" : `?${search}`;
}

function listAddress({ words, tag, page }: ResearchFilter): string {
  const search = new URLSearchParams({ page: String(page), limit: String(PER_PAGE) });
  if (words !== "") search.set("q", words);
  if (tag !== "") search.set("tag", tag);
  return `/api/blog/posts?${search}`;
}

const detailOf = (body: unknown): string | null => {
  const fields: Readonly<Record<string, unknown>> = typeof body === "object" && body !== null ? { ...body } : {};
  return typeof fields["detail"] === "string" ? fields["detail"] : null;
};

/** C8.1: never rejects. A missing list of tags does not affect the articles. */
export async function readResearch(ask: Ask, filter: ResearchFilter): Promise<ResearchList> {
  try {
    const [posts, tags] = await Promise.all([
      ask(listAddress(filter)),
      ask("/api/blog/tags").catch(() => ({ status: 0, body: null })),
    ]);
    if (posts.status !== 200) return { kind: "failed", message: detailOf(posts.body) ?? researchTexts.failed };
    const { posts: found, total } = posts.body as ReplyOf<typeof blogEndpoints.listPosts>;
    return {
      kind: "loaded",
      posts: found,
      tags: tags.status === 200 ? (tags.body as ReplyOf<typeof blogEndpoints.listTags>).tags : [],
      filter,
      pages: Math.max(1, Math.ceil(total / PER_PAGE)),
    };
  } catch {
    return { kind: "failed", message: researchTexts.failed };
  }
}
