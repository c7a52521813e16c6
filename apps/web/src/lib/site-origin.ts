import { brand } from "@vriddhi/core/site/brand";

let servedOrigin: string | null = null;

/** For the server's renderer: the public address is the same for every request. */
export function setSiteOrigin(origin: string): void {
  servedOrigin = origin;
}

/** A build writes a stand-in, in whose place the server puts PUBLIC_URL; the browser reads it from the document. */
export const siteOrigin = (): string =>
  (typeof document === "undefined" ? servedOrigin : document.documentElement.dataset["origin"]) ??
  brand.canonicalOrigin;
