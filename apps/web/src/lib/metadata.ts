import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { brand } from "@vriddhi/core/site/brand";
import type { MetaDescriptor } from "react-router";
import { sharePicture, shareWords } from "../texts/share-titles.ts";
import { siteOrigin } from "./site-origin.ts";

export interface PageMetadata {
  /** Without the product's name, which is appended. */
  readonly title: string;
  /** 50 to 160 characters, as search engines show. */
  readonly description: string;
  readonly keywords: readonly string[];
  /** The page's canonical address. Its query and hash are dropped. */
  readonly path: `/${string}`;
  /** A path of this site or a full address; 1200 × 630. */
  readonly image?: string;
  readonly structuredData?: Readonly<Record<string, unknown>>;
  /** Personal or empty pages: search engines leave them out. */
  readonly isPrivate?: boolean;
}

const LOCALE = "en_US";

const addressOf = (path: string): string => new URL(path, siteOrigin()).href;

function canonicalAddress(path: string): string {
  const url = new URL(path, siteOrigin());
  return url.origin + url.pathname;
}

export const publisher = () => ({
  "@type": "Organization",
  name: brand.name,
  legalName: brand.legalEntity,
  url: siteOrigin(),
  sameAs: brand.social.map((link) => link.href),
});

const webPage = (title: string, description: string, address: string) => ({
  "@context": "https://schema.org",
  "@type": "WebPage",
  name: title,
  description,
  url: address,
  inLanguage: "en",
  isPartOf: { "@type": "WebSite", name: brand.name, url: siteOrigin() },
  publisher: publisher(),
});

/** The one font file of every first view; the browser would find it only after the style sheet. */
const fontPreload = {
  tagName: "link",
  rel: "preload",
  as: "font",
  type: "font/woff2",
  crossOrigin: "anonymous",
  href: interLatin,
} as const;

/** A2.22. React Router escapes the `script:ld+json` descriptor; a data block never runs, so the CSP allows it. */
export function pageMeta(page: PageMetadata): MetaDescriptor[] {
  const title = page.title.startsWith(brand.name) ? page.title : `${page.title} · ${brand.name}`;
  const address = canonicalAddress(page.path);
  const image = addressOf(page.image ?? sharePicture(page.path));
  const imageText = page.image === undefined ? `${brand.name}: ${shareWords(page.path)}` : title;
  return [
    { title },
    { name: "description", content: page.description },
    { name: "keywords", content: page.keywords.join(", ") },
    ...(page.isPrivate ? [{ name: "robots", content: "noindex" }] : []),
    { property: "og:type", content: page.structuredData?.["@type"] === "BlogPosting" ? "article" : "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:locale", content: LOCALE },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: address },
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: imageText },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: page.description },
    { name: "twitter:image", content: image },
    fontPreload,
    { tagName: "link", rel: "canonical", href: address },
    { tagName: "link", rel: "alternate", hrefLang: "en", href: address },
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: address },
    { "script:ld+json": { ...(page.structuredData ?? webPage(title, page.description, address)) } },
  ] as MetaDescriptor[];
}
