import { brand } from "@vriddhi/core/site/brand";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Post } from "./post.ts";

export interface FeedSource {
  /** Such as https://vriddhi.example, without a path. */
  readonly origin: string;
  readonly posts: readonly Post[];
}

export const RSS_PATH = "/research/rss.xml";
export const ATOM_PATH = "/research/atom.xml";

const title = `${brand.name} Research`;
const description = `Research articles of ${brand.name}: costs, risk and how automated trading works.`;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** Removes what XML cannot hold; the rest is text, never markup of the feed. */
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** Feed readers show the HTML elsewhere, so relative addresses become absolute. */
const withSite = (html: string, origin: string): string => html.replace(/ (href|src)="\//g, ` $1="${origin}/`);

const changedAt = ({ updatedAt, createdAt }: Post): EpochMs => updatedAt ?? createdAt;
const newest = (posts: readonly Post[]): number => posts.reduce((latest, post) => Math.max(latest, changedAt(post)), 0);
const iso = (instant: number): string => new Date(instant).toISOString();
const addressOf = (origin: string, slug: string): string => `${origin}/research/${encodeURIComponent(slug)}`;

export function toRss({ origin, posts }: FeedSource): string {
  const items = posts.map((post) => {
    const url = addressOf(origin, post.slug);
    const tags = post.tags.map((tag) => `<category>${xml(tag)}</category>`).join("");
    return `<item><title>${xml(post.title)}</title><link>${xml(url)}</link><guid isPermaLink="true">${xml(url)}</guid><pubDate>${new Date(post.createdAt).toUTCString()}</pubDate>${tags}<description>${xml(post.excerpt)}</description><content:encoded>${xml(withSite(post.html, origin))}</content:encoded></item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>${xml(title)}</title><link>${origin}/research</link><description>${xml(description)}</description><language>en-in</language>
<atom:link href="${origin}${RSS_PATH}" rel="self" type="application/rss+xml"/><lastBuildDate>${new Date(newest(posts)).toUTCString()}</lastBuildDate>
${items.join("\n")}
</channel></rss>
`;
}

export function toAtom({ origin, posts }: FeedSource): string {
  const entries = posts.map((post) => {
    const url = addressOf(origin, post.slug);
    const tags = post.tags.map((tag) => `<category term="${xml(tag)}"/>`).join("");
    return `<entry><title>${xml(post.title)}</title><id>urn:uuid:${post.id}</id><link rel="alternate" href="${xml(url)}"/><published>${iso(post.createdAt)}</published><updated>${iso(changedAt(post))}</updated>${tags}<summary>${xml(post.excerpt)}</summary><content type="html">${xml(withSite(post.html, origin))}</content></entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${xml(title)}</title><id>${origin}/research</id><link href="${origin}/research"/>
<link rel="self" href="${origin}${ATOM_PATH}"/><author><name>${xml(brand.legalEntity)}</name></author><updated>${iso(newest(posts))}</updated>
${entries.join("\n")}
</feed>
`;
}
