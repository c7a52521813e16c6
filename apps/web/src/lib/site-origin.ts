import { brand } from "@vriddhi/core/site/brand";

let told: string | null = null;

/** For the server's renderer: the public address is the same for every request. */
export function tellSiteOrigin(origin: string): void {
  told = origin;
}

/**
 * Where the site is at home: canonical and share addresses begin here, as the sitemap's do. A build does not know it and
 * writes a stand-in, in whose place the server puts PUBLIC_URL; the browser reads what stands on the document.
 */
export const siteOrigin = (): string =>
  (typeof document === "undefined" ? told : document.documentElement.dataset["origin"]) ?? brand.canonicalOrigin;
