import type { Post } from "@vriddhi/contract/blog";
import { POST_CONTENT_MAX, POST_TAGS_MAX } from "@vriddhi/core/blog/blog-limits";
import { epochMs } from "@vriddhi/core/time/clock";
import { IST_OFFSET_MS } from "@vriddhi/core/time/ist";
import { instantOf } from "../../lib/format.ts";
import type { DraftFields } from "./draft-store.ts";
import { editorFaults, editorTexts } from "./editor.texts.ts";

export type EditorFaults = Partial<Record<"title" | "content", string>>;

function contentFault(content: string): string | undefined {
  if (content.trim() === "") return editorFaults.content;
  return content.length > POST_CONTENT_MAX ? editorTexts.tooLong : undefined;
}

export function checkFields({ title, content }: DraftFields): EditorFaults {
  const found = { title: title.trim() === "" ? editorFaults.title : undefined, content: contentFault(content) };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined));
}

export const tagsOf = (text: string): string[] =>
  [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "").slice(0, POST_TAGS_MAX);

/** The field's value is Indian time in any time zone of the writer. */
export function publishInstant(publishAt: string): string | null {
  // Some browsers parse an empty field with a time zone as a date.
  const written = publishAt === "" ? Number.NaN : Date.parse(`${publishAt}:00Z`);
  return Number.isNaN(written) ? null : new Date(written - IST_OFFSET_MS).toISOString();
}

export const toPublishField = (instant: string): string =>
  new Date(epochMs(instantOf(instant) + IST_OFFSET_MS)).toISOString().slice(0, 16);

export interface PostBody {
  title: string;
  content: string;
  featured_image_url: string | null;
  image_alt: string;
  tags: string[];
  publish_at: string | null;
}

export const toBody = (fields: DraftFields): PostBody => ({
  title: fields.title.trim(),
  content: fields.content,
  featured_image_url: fields.featuredImage,
  image_alt: fields.imageAlt.trim(),
  tags: tagsOf(fields.tags),
  publish_at: publishInstant(fields.publishAt),
});

export const fieldsOfPost = (post: Post): DraftFields => ({
  title: post.title,
  content: post.content,
  featuredImage: post.featured_image_url,
  imageAlt: post.image_alt,
  tags: post.tags.join(", "),
  publishAt: post.published || post.publish_at === null ? "" : toPublishField(post.publish_at),
});
