/**
 * Where the payment provider's script comes from and what it opens, frames and calls. Every page carries them: a
 * visitor walks from any page to one that sells without loading a new document, and the first one's policy stays.
 */
export type PaymentOrigins = readonly string[];

/** A hosted backend of the blog that the developers' test page may talk to; most installs have none. */
export type HostedOrigins = readonly string[];

export const hostedOrigins = (url: string | null): HostedOrigins =>
  url === null ? [] : [new URL(url).origin, new URL(url).origin.replace(/^http/, "ws")];

/** Radix, sonner and the charts write style attributes, so styles may be inline; scripts may not, unless named. */
function contentSecurityPolicy(
  scriptSources: readonly string[],
  payment: PaymentOrigins,
  hosted: HostedOrigins,
): string {
  const from = (...sources: readonly string[]) => ["'self'", ...sources].join(" ");
  return [
    "default-src 'self'",
    `script-src ${from(...scriptSources, ...payment)}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${from("data:", ...payment)}`,
    "font-src 'self'",
    `connect-src ${from(...payment, ...hosted)}`,
    `frame-src ${from(...payment)}`,
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${from(...payment)}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The script's own origin and the one it talks to. */
export const paymentOrigins = (addresses: { readonly checkoutUrl: string; readonly url: string }): PaymentOrigins => [
  ...new Set([new URL(addresses.checkoutUrl).origin, new URL(addresses.url).origin]),
];

/** Pages of the back office: nobody pays there and no hosted backend is asked, so that they load and call nothing foreign. */
export const isDeskPage = (path: string): boolean => /^\/(?:secret|admin)(?:\/|$)/.test(path);

function deskPolicy(scriptSources: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptSources].join(" ")}`,
    "script-src-attr 'none'",
    // Dialogs and menus write style elements of their own while they are open.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const deskPolicyForHashes = (scriptHashes: readonly string[]): string => deskPolicy(scriptHashes);
export const deskPolicyForNonce = (nonce: string): string => deskPolicy([`'nonce-${nonce}'`]);

/** A prerendered page is the same for everybody, so its inline scripts are known by their hashes. */
export const policyForHashes = (
  scriptHashes: readonly string[],
  payment: PaymentOrigins,
  hosted: HostedOrigins = [],
): string => contentSecurityPolicy(scriptHashes, payment, hosted);

/** A page rendered for one request carries a number that nobody can guess. */
export const policyForNonce = (nonce: string, payment: PaymentOrigins, hosted: HostedOrigins = []): string =>
  contentSecurityPolicy([`'nonce-${nonce}'`], payment, hosted);

/** Pictures and documents; a browser's PDF viewer counts as an object with styles of its own. */
export const policyForFiles =
  "default-src 'self'; script-src 'none'; style-src 'self' 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'";
