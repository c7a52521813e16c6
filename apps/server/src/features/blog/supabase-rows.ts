import { readingMinutes } from "@vriddhi/core/blog/reading-time";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { z } from "zod";
import { toTimestamp } from "../../platform/db/instant.ts";
import { escapeHtml } from "../../platform/mail/mail-layout.ts";
import type { Saved } from "./post.store.ts";
import type { Post, PostSource, Revision } from "./post.ts";

const instant = z.string().transform((text): EpochMs => epochMs(Date.parse(text)));
const optional = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

/** The hosted table's columns (C3.1): tags are one text with commas. */
const writing = {
  title: z.string(),
  content: z.string(),
  excerpt: optional,
  featured_image_url: z
    .string()
    .nullish()
    .transform((text) => text ?? null),
  image_alt: optional,
  tags: optional,
};
export const postRow = z.object({
  ...writing,
  id: z.string(),
  slug: z.string(),
  published: z.boolean(),
  publish_at: instant.nullish(),
  created_at: instant,
  updated_at: instant.nullish(),
  revision: z.number().nullish(),
});
export const revisionRow = z.object({
  ...writing,
  revision: z.number(),
  saved_at: instant,
  saved_by: z.string().nullish(),
});

const tagsOf = (text: string): readonly string[] =>
  text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

const toWriting = (row: Pick<z.output<typeof postRow>, keyof typeof writing>): PostSource => ({
  title: row.title,
  content: row.content,
  excerpt: row.excerpt,
  featuredImageUrl: row.featured_image_url,
  imageAlt: row.image_alt,
  tags: tagsOf(row.tags),
});

/** Not rendered yet: edition 0 is rendered before it is shown. */
const UNMADE = { html: "", headings: [], hasMath: false, edition: 0 } as const;

export function toPost(row: z.output<typeof postRow>): Post {
  const written = toWriting(row);
  const url = written.featuredImageUrl;
  return Object.assign({}, written, UNMADE, {
    excerptHtml: escapeHtml(written.excerpt),
    readingMinutes: readingMinutes(row.content),
    image: url === null ? null : { url, width: null, height: null, sources: [] },
    id: row.id,
    slug: row.slug,
    published: row.published,
    publishAt: row.publish_at ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? null,
    revision: row.revision ?? 1,
  });
}

export const toRevision = (row: z.output<typeof revisionRow>): Revision =>
  Object.assign({}, toWriting(row), {
    revision: row.revision,
    savedAt: row.saved_at,
    savedBy: row.saved_by ?? null,
  });

export const writingToRow = ({ title, content, excerpt, featuredImageUrl, imageAlt, tags }: PostSource) => ({
  title,
  content,
  excerpt,
  featured_image_url: featuredImageUrl,
  image_alt: imageAlt,
  tags: tags.join(", "),
});

export const revisionToRow = (postId: string, revision: number, written: PostSource, saved: Saved) =>
  Object.assign(writingToRow(written), {
    post_id: postId,
    revision,
    saved_at: toTimestamp(saved.at),
    saved_by: saved.by,
  });
