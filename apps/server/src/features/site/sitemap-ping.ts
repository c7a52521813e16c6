import type { Logger } from "../../platform/log/logger.ts";

const engines = [
  { name: "Google", ping: "https://www.google.com/ping?sitemap=" },
  { name: "Bing", ping: "https://www.bing.com/ping?sitemap=" },
] as const;

/** C7.29: after a new article. The addresses are only logged: search engines have closed them and read the sitemap. */
export function logSitemapPings(log: Pick<Logger, "info">, publicUrl: URL): void {
  const sitemap = encodeURIComponent(`${publicUrl.origin}/sitemap.xml`);
  for (const { name, ping } of engines) log.info({ engine: name, url: ping + sitemap }, "sitemap: ping not sent");
}
