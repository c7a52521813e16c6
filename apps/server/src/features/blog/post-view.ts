import type { EpochMs } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { ListedPosts } from "./post.service.ts";
import type { Picture, Post, PostSummary, RevisionSummary } from "./post.ts";

const orNull = (value: EpochMs | null): string | null => (value === null ? null : toTimestamp(value));

const pictureToWire = ({ url, width, height, sources }: Picture) => ({
  url,
  width,
  height,
  sources: sources.map((source) => ({ url: source.url, width: source.width })),
});

export const summaryToWire = (post: PostSummary) => ({
  id: post.id,
  title: post.title,
  slug: post.slug,
  excerpt: post.excerpt,
  excerpt_html: post.excerptHtml,
  featured_image_url: post.featuredImageUrl,
  image: post.image === null ? null : pictureToWire(post.image),
  image_alt: post.imageAlt,
  tags: [...post.tags],
  reading_minutes: post.readingMinutes,
  published: post.published,
  publish_at: orNull(post.publishAt),
  created_at: toTimestamp(post.createdAt),
  updated_at: orNull(post.updatedAt),
});

export const postToWire = (post: Post) => ({
  ...summaryToWire(post),
  content: post.content,
  html: post.html,
  headings: post.headings.map(({ id, text, level }) => ({ id, text, level })),
  has_math: post.hasMath,
  revision: post.revision,
});

export const listToWire = ({ posts, total, page, limit }: ListedPosts) => ({
  posts: posts.map(summaryToWire),
  total,
  page,
  limit,
});

export const revisionToWire = ({ revision, title, characters, savedAt, savedBy }: RevisionSummary) => ({
  revision,
  title,
  characters,
  saved_at: toTimestamp(savedAt),
  saved_by: savedBy,
});
