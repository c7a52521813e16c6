import type { FastifyRequest } from "fastify";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Every browser sends Origin or Sec-Fetch-Site with a changing request; a caller without both sends no cookie. */
export function isForeign(request: FastifyRequest, publicOrigin: string): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  return origin !== undefined && origin !== publicOrigin && !isSameSite(origin, host, publicOrigin);
}

/** The same host and port under another name, such as 127.0.0.1; never http for an https site. */
function isSameSite(origin: string, host: string | undefined, publicOrigin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host && page.protocol === new URL(publicOrigin).protocol;
}
