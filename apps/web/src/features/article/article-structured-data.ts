import type { Post } from "@vriddhi/contract/blog";
import { brand } from "@vriddhi/core/site/brand";
import { siteOrigin } from "../../lib/site-origin.ts";

const organisation = () => ({ "@type": "Organization", name: brand.name, url: siteOrigin() });

export const articleStructuredData = (post: Post, description: string): Readonly<Record<string, unknown>> => {
  const address = `${siteOrigin()}/research/${encodeURIComponent(post.slug)}`;
  return {
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: post.title,
    description,
    url: address,
    mainEntityOfPage: address,
    datePublished: post.created_at,
    dateModified: post.updated_at ?? post.created_at,
    timeRequired: `PT${post.reading_minutes}M`,
    keywords: post.tags.join(", "),
    inLanguage: "en",
    author: organisation(),
    publisher: organisation(),
    ...(post.featured_image_url === null ? {} : { image: new URL(post.featured_image_url, siteOrigin()).href }),
  };
};

const DESCRIPTION_MAX = 160;
const DESCRIPTION_MIN = 50;

/** A2.22: 50 to 160 characters, without the marks of markdown. */
export function articleDescription({ title, excerpt }: Pick<Post, "title" | "excerpt">): string {
  const plain = excerpt
    .replace(/[*_`#>]|!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/\s+/gu, " ")
    .trim();
  const long =
    plain.length >= DESCRIPTION_MIN
      ? plain
      : `${title}. ${plain} Research by ${brand.name} for retail traders in India.`;
  return long.length <= DESCRIPTION_MAX ? long : `${long.slice(0, DESCRIPTION_MAX - 1).trimEnd()}…`;
}
