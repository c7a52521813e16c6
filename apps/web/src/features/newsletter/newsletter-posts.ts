import { ISSUE_TITLE_MAX, NEWSLETTER_CATEGORIES, type NewsletterCategory } from "@vriddhi/core/blog/newsletter";
import { newsletterFaults } from "./newsletter.texts.ts";

export interface RelatedPost {
  readonly title: string;
  readonly url: string;
}

/** C3.4: other scripts of this browser read these fields by these names. */
export interface NewsletterPost {
  readonly id: string;
  readonly title: string;
  readonly category: NewsletterCategory;
  readonly author: string;
  readonly date: string;
  readonly content: string;
  readonly imageUrl: string;
  readonly source: string;
  readonly sourceUrl: string;
  readonly relatedPosts: readonly RelatedPost[];
}

export type PostFields = Omit<NewsletterPost, "id">;

export const POSTS_KEY = "blog-posts";
export const emptyPost = (today: string): PostFields => ({
  title: "",
  category: "Market Analysis",
  author: "",
  date: today,
  content: "",
  imageUrl: "",
  source: "",
  sourceUrl: "",
  relatedPosts: [],
});

/** C4.7: the first visit's post. The company is invented, and the post says so. */
export const seededPost: NewsletterPost = {
  id: "sample-ipo-news",
  title: "How to read an IPO's price band before you apply",
  category: "IPO News",
  author: "Vriddhi Research",
  date: "2026-11-02",
  content: [
    "A sample post. Edit it, or delete it and write your own: it is kept in this browser only.",
    "An issue opens with a price band, say ₹180 to ₹189. Retail applicants usually bid at the cut-off, which means that they pay whatever price the issue is fixed at, up to the upper end.",
    "Three figures tell more than the subscription count: how much of the money is new capital and how much goes to selling shareholders, what the company earned a share in its last full year, and how listed companies of its kind are priced today.",
  ].join("\n\n"),
  imageUrl: "",
  source: "Vriddhi Research",
  sourceUrl: "",
  relatedPosts: [],
};

const isCategory = (value: unknown): value is NewsletterCategory =>
  NEWSLETTER_CATEGORIES.some((category) => category === value);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function toRelated(value: unknown): RelatedPost[] {
  if (typeof value !== "object" || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const title = textOf(fields["title"]);
  return title === "" ? [] : [{ title, url: textOf(fields["url"]) }];
}

/** The storage may contain anything: only valid posts are returned. */
function toPost(value: unknown): NewsletterPost[] {
  if (typeof value !== "object" || value === null) return [];
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const id = textOf(fields["id"]) || (typeof fields["id"] === "number" ? String(fields["id"]) : "");
  const title = textOf(fields["title"]);
  if (id === "" || title === "") return [];
  const related = fields["relatedPosts"];
  return [
    {
      id,
      title,
      category: isCategory(fields["category"]) ? fields["category"] : "Market Analysis",
      author: textOf(fields["author"]),
      date: textOf(fields["date"]),
      content: textOf(fields["content"]),
      imageUrl: textOf(fields["imageUrl"]),
      source: textOf(fields["source"]),
      sourceUrl: textOf(fields["sourceUrl"]),
      relatedPosts: Array.isArray(related) ? related.flatMap(toRelated) : [],
    },
  ];
}

/** `null` where the key was never written. */
export function parsePosts(text: string | null): readonly NewsletterPost[] | null {
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.flatMap(toPost) : [];
  } catch {
    return [];
  }
}

/** Only web addresses: any other link could run code in the reader's browser. */
export function webAddress(text: string): string | null {
  try {
    const url = new URL(text.trim());
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
  } catch {
    return null;
  }
}

export type PostFaults = Partial<Record<"title" | "author" | "content" | "imageUrl" | "sourceUrl", string>>;

const isBrokenAddress = (text: string): boolean => text.trim() !== "" && webAddress(text) === null;

function titleFault(title: string): string | undefined {
  if (title.trim() === "") return newsletterFaults.title;
  return title.length > ISSUE_TITLE_MAX ? newsletterFaults.titleLong : undefined;
}

export function checkPost(post: PostFields): PostFaults {
  const found = {
    title: titleFault(post.title),
    author: post.author.trim() === "" ? newsletterFaults.author : undefined,
    content: post.content.trim() === "" ? newsletterFaults.content : undefined,
    imageUrl: isBrokenAddress(post.imageUrl) ? newsletterFaults.imageUrl : undefined,
    sourceUrl: isBrokenAddress(post.sourceUrl) ? newsletterFaults.sourceUrl : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined));
}

export function searchPosts(posts: readonly NewsletterPost[], words: string): readonly NewsletterPost[] {
  const wanted = words.trim().toLowerCase();
  return posts.filter(({ title, content, category }) =>
    [title, content, category].some((text) => text.toLowerCase().includes(wanted)),
  );
}

export interface PostStats {
  readonly total: number;
  readonly latest: NewsletterPost | null;
  readonly topCategory: NewsletterCategory | null;
}

/** C2.31. Between two equally frequent categories the earlier one stays on top. */
export function statsOf(posts: readonly NewsletterPost[]): PostStats {
  const counts = NEWSLETTER_CATEGORIES.map((category) => ({
    category,
    count: posts.filter((post) => post.category === category).length,
  }));
  const top = counts.reduce((best, next) => (next.count > best.count ? next : best));
  return {
    total: posts.length,
    latest: newestFirst(posts)[0] ?? null,
    topCategory: top.count > 0 ? top.category : null,
  };
}

export const newestFirst = (posts: readonly NewsletterPost[]): readonly NewsletterPost[] =>
  [...posts].sort((one, other) => other.date.localeCompare(one.date));

export const paragraphsOf = (content: string): readonly string[] =>
  content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
