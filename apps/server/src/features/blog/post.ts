import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Heading } from "../../platform/markdown/rendered.ts";

export interface Picture {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly sources: readonly { readonly url: string; readonly width: number }[];
}

export interface PostSource {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly featuredImageUrl: string | null;
  readonly imageAlt: string;
  readonly tags: readonly string[];
}

/** What rendering a post's markdown results in. */
export interface RenderedPost {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly hasMath: boolean;
  readonly excerptHtml: string;
  /** Version of the renderer; after a newer one the post is rendered again. */
  readonly edition: number;
  readonly readingMinutes: number;
  readonly image: Picture | null;
}

export interface PostState {
  readonly id: string;
  readonly slug: string;
  readonly published: boolean;
  readonly publishAt: EpochMs | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs | null;
  readonly revision: number;
}

export type Post = PostSource & RenderedPost & PostState;
export type PostSummary = Omit<PostSource, "content"> &
  Pick<RenderedPost, "excerptHtml" | "readingMinutes" | "image"> &
  Omit<PostState, "revision">;

export interface Revision extends PostSource {
  readonly revision: number;
  readonly savedAt: EpochMs;
  readonly savedBy: string | null;
}
export type RevisionSummary = Pick<Revision, "revision" | "title" | "savedAt" | "savedBy"> & {
  readonly characters: number;
};
