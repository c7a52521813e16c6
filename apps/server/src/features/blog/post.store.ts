import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Making, Post, PostState, PostSummary, Revision, RevisionSummary, Writing } from "./post.ts";

export interface PostFilter {
  /** All of them must begin a word of title, tags or text. */
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

export interface NewPost extends Writing, Making {
  readonly id: string;
  readonly published: boolean;
  readonly publishAt: EpochMs | null;
  readonly createdAt: EpochMs;
}

export interface PostChange extends Writing, Making, Pick<PostState, "published" | "publishAt" | "createdAt"> {
  /** The revision that it was made of; another one since refuses it. */
  readonly basedOn: number;
}

/** What visitors may ask; the store itself keeps everything else from them. */
export interface PublishedPosts {
  list(page: PostPage): Promise<readonly PostSummary[]>;
  count(filter: PostFilter): Promise<number>;
  find(slug: string): Promise<Post | null>;
  /** Others that share tags with it, most shared first, then newest. */
  related(post: Pick<PostSummary, "id" | "tags">, limit: number): Promise<readonly PostSummary[]>;
  tags(): Promise<readonly { readonly tag: string; readonly count: number }[]>;
  /** The newest ones, for feeds and the sitemap. */
  addresses(limit: number): Promise<readonly { readonly slug: string; readonly changedAt: EpochMs }[]>;
  newest(limit: number): Promise<readonly Post[]>;
}

/** What writers may ask. */
export interface PostDesk {
  list(page: PostPage): Promise<readonly PostSummary[]>;
  count(filter: PostFilter): Promise<number>;
  find(id: string): Promise<Post | null>;
  /** False: the slug is somebody else's by now. */
  add(post: NewPost, slug: string, saved: Saved): Promise<boolean>;
  takenOf(slugs: readonly string[]): Promise<ReadonlySet<string>>;
  change(id: string, change: PostChange, saved: Saved): Promise<"changed" | "unknown" | "outdated">;
  remove(id: string): Promise<boolean>;
  revisions(id: string): Promise<readonly RevisionSummary[]>;
  revision(id: string, revision: number): Promise<Revision | null>;
  /** Whether any article shows what this part of an address names, now or in an earlier form of it. */
  shows(name: string): Promise<boolean>;
  /** Publishes what was due until now, once; tells their slugs. */
  publishDue(now: EpochMs): Promise<readonly string[]>;
}

export interface PostStore {
  readonly published: PublishedPosts;
  readonly desk: PostDesk;
}

/** The store is not ours and did not answer as it should. */
export class BlogAway extends Error {}
