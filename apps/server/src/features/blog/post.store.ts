import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Post, PostSource, PostState, PostSummary, RenderedPost, Revision, RevisionSummary } from "./post.ts";

export interface PostFilter {
  /** Each must be a prefix of a word in title, tags or text. */
  readonly words: readonly string[];
  readonly tag: string | null;
}

export interface PostPage extends PostFilter {
  readonly offset: number;
  readonly limit: number;
}

export interface Saved {
  readonly at: EpochMs;
  readonly by: string | null;
}

export interface NewPost extends PostSource, RenderedPost {
  readonly id: string;
  readonly published: boolean;
  readonly publishAt: EpochMs | null;
  readonly createdAt: EpochMs;
}

export interface PostChange extends PostSource, RenderedPost, Pick<PostState, "published" | "publishAt" | "createdAt"> {
  /** The revision it is based on; a newer one refuses the save. */
  readonly basedOn: number;
}

/** Reads of visitors; the store enforces that they see only published posts. */
export interface PublishedPosts {
  list(page: PostPage): Promise<readonly PostSummary[]>;
  count(filter: PostFilter): Promise<number>;
  find(slug: string): Promise<Post | null>;
  /** Posts with common tags, most common tags first, then newest. */
  related(post: Pick<PostSummary, "id" | "tags">, limit: number): Promise<readonly PostSummary[]>;
  tags(): Promise<readonly { readonly tag: string; readonly count: number }[]>;
  addresses(limit: number): Promise<readonly { readonly slug: string; readonly changedAt: EpochMs }[]>;
  newest(limit: number): Promise<readonly Post[]>;
}

export interface PostDesk {
  list(page: PostPage): Promise<readonly PostSummary[]>;
  count(filter: PostFilter): Promise<number>;
  find(id: string): Promise<Post | null>;
  /** `false` when another post has the slug. */
  add(post: NewPost, slug: string, saved: Saved): Promise<boolean>;
  takenOf(slugs: readonly string[]): Promise<ReadonlySet<string>>;
  change(id: string, change: PostChange, saved: Saved): Promise<"changed" | "unknown" | "outdated">;
  remove(id: string): Promise<boolean>;
  revisions(id: string): Promise<readonly RevisionSummary[]>;
  revision(id: string, revision: number): Promise<Revision | null>;
  /** Whether an article names this part of an address, in its current or an earlier revision. */
  shows(name: string): Promise<boolean>;
  publishDue(now: EpochMs): Promise<readonly string[]>;
}

export interface PostStore {
  readonly published: PublishedPosts;
  readonly desk: PostDesk;
}

export class BlogAway extends Error {}
