import type { Logger } from "../../platform/log/logger.ts";

const engines = [
  { name: "Google", ping: "https://www.google.com/ping?sitemap=" },
  { name: "Bing", ping: "https://www.bing.com/ping?sitemap=" },
] as const;

/** Logged after a new article, not sent: search engines closed these addresses and read the sitemap (C7.29). */
export function logSitemapPings(log: Pick<Logger, "info">, publicUrl: URL): void {
  const sitemap = encodeURIComponent(`${publicUrl.origin}/sitemap.xml`);
  for (const { name, ping } of engines) log.info({ engine: name, url: ping + sitemap }, "sitemap: ping not sent");
}
