import type { EpochMs } from "@vriddhi/core/time/clock";
import { fromTimestamp } from "../../platform/db/instant.ts";
import type { Heading } from "../../platform/markdown/rendered.ts";
import type { Picture, Post, PostSummary } from "./post.ts";

/** The columns of lists: without text and HTML, which may be long. */
export const SUMMARY_COLUMNS =
  "id, title, slug, excerpt, excerpt_html, featured_image_url, image, image_alt, tags, reading_minutes, published, publish_at, created_at, updated_at";
export const POST_COLUMNS = `${SUMMARY_COLUMNS}, content, revision, html, headings, has_math, rendered_by`;

export interface SummaryRow {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  readonly excerpt_html: string;
  readonly featured_image_url: string | null;
  readonly image: Picture | null;
  readonly image_alt: string;
  readonly tags: string[];
  readonly reading_minutes: number;
  readonly published: boolean;
  readonly publish_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date | null;
}

export interface PostRow extends SummaryRow {
  readonly content: string;
  readonly revision: number;
  readonly html: string;
  readonly headings: Heading[];
  readonly has_math: boolean;
  readonly rendered_by: number;
}

const orNull = (value: Date | null): EpochMs | null => (value === null ? null : fromTimestamp(value));

export const toSummary = (row: SummaryRow): PostSummary => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  excerpt: row.excerpt,
  excerptHtml: row.excerpt_html,
  featuredImageUrl: row.featured_image_url,
  image: row.image,
  imageAlt: row.image_alt,
  tags: row.tags,
  readingMinutes: row.reading_minutes,
  published: row.published,
  publishAt: orNull(row.publish_at),
  createdAt: fromTimestamp(row.created_at),
  updatedAt: orNull(row.updated_at),
});

export const toPost = (row: PostRow): Post => ({
  ...toSummary(row),
  content: row.content,
  revision: row.revision,
  html: row.html,
  headings: row.headings,
  hasMath: row.has_math,
  edition: row.rendered_by,
});
