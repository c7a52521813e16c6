import type { FastifyRequest } from "fastify";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what another site's page sends in a person's name. Every browser tells where a changing request
 * comes from, by Origin or Sec-Fetch-Site; a caller that sends neither is no browser and carries no one's cookie by accident.
 */
export function isForeign(request: FastifyRequest, publicOrigin: string): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  return origin !== undefined && origin !== publicOrigin && !isSameSite(origin, host, publicOrigin);
}

/**
 * The page and the call share host and port: the same site under another of its names, such as 127.0.0.1.
 * Where the site is https, a page that came over http may be anybody's.
 */
function isSameSite(origin: string, host: string | undefined, publicOrigin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host && page.protocol === new URL(publicOrigin).protocol;
}
