import { brand } from "@vriddhi/core/site/brand";
import { siteOrigin } from "../../lib/site-origin.ts";
import { researchTexts } from "./research.texts.ts";
import type { LoadedResearch } from "./research-list.ts";

const organisation = () => ({ "@type": "Organization", name: brand.name, url: siteOrigin() });

export const blogStructuredData = (list: LoadedResearch, description: string): Readonly<Record<string, unknown>> => ({
  "@context": "https://schema.org",
  "@type": "Blog",
  name: researchTexts.title,
  description,
  url: `${siteOrigin()}/research`,
  inLanguage: "en",
  publisher: organisation(),
  blogPost: list.posts.map((post) => ({
    "@type": "BlogPosting",
    headline: post.title,
    description: post.excerpt,
    url: `${siteOrigin()}/research/${encodeURIComponent(post.slug)}`,
    datePublished: post.created_at,
    dateModified: post.updated_at ?? post.created_at,
    author: organisation(),
    ...(post.featured_image_url === null ? {} : { image: new URL(post.featured_image_url, siteOrigin()).href }),
  })),
});
