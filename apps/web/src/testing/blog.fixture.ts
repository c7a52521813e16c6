import type { Post, PostSummary } from "@vriddhi/contract/blog";

const HEAD = "0d1f6a52-5c0e-4b53-8a3c-";

export const aPostSummary = (n = 1, changes: Partial<PostSummary> = {}): PostSummary => ({
  id: `${HEAD}${String(n).padStart(12, "0")}`,
  title: `Article ${n}`,
  slug: `article-${n}`,
  excerpt: `Excerpt **${n}**`,
  excerpt_html: `Excerpt <strong>${n}</strong>`,
  featured_image_url: null,
  image: null,
  image_alt: "",
  tags: ["Costs"],
  reading_minutes: 7,
  published: true,
  publish_at: null,
  created_at: "2026-11-14T04:00:00.000Z",
  updated_at: null,
  ...changes,
});

export const aPost = (n = 1, changes: Partial<Post> = {}): Post => ({
  ...aPostSummary(n),
  content: `# Content ${n}`,
  html: `<h2>Content ${n}</h2><p>Words.</p>`,
  headings: [],
  has_math: false,
  revision: 3,
  ...changes,
});
