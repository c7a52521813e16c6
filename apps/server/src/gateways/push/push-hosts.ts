const HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];
const DOMAINS = [".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"];

/** Allows only the browsers' push services and `others`: our server will call this browser-supplied address. */
export function toPushEndpoint(text: string, others: readonly string[]): URL | null {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return null;
  if (others.includes(url.origin)) return url;
  if (url.protocol !== "https:" || url.port !== "") return null;
  const isKnown = HOSTS.includes(url.hostname) || DOMAINS.some((domain) => url.hostname.endsWith(domain));
  return isKnown ? url : null;
}
