/** Every page allows them: a visitor reaches a page that sells without a new document, so the first policy stays. */
export type PaymentOrigins = readonly string[];

/** A hosted blog backend that the developers' test page may call; most installations have none. */
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

export const paymentOrigins = (addresses: { readonly checkoutUrl: string; readonly url: string }): PaymentOrigins => [
  ...new Set([new URL(addresses.checkoutUrl).origin, new URL(addresses.url).origin]),
];

/** Back-office pages need no payment and no hosted backend, so they load nothing foreign. */
export const isDeskPage = (path: string): boolean => /^\/(?:secret|admin)(?:\/|$)/.test(path);

function deskPolicy(scriptSources: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptSources].join(" ")}`,
    "script-src-attr 'none'",
    // Dialogs and menus write style elements while they are open.
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

/** A prerendered page is the same for all visitors, so its inline scripts are allowed by hash. */
export const policyForHashes = (
  scriptHashes: readonly string[],
  payment: PaymentOrigins,
  hosted: HostedOrigins = [],
): string => contentSecurityPolicy(scriptHashes, payment, hosted);

/** A page rendered per request carries an unguessable nonce. */
export const policyForNonce = (nonce: string, payment: PaymentOrigins, hosted: HostedOrigins = []): string =>
  contentSecurityPolicy([`'nonce-${nonce}'`], payment, hosted);

/** Images and documents; a browser's PDF viewer counts as an object with its own styles. */
export const policyForFiles =
  "default-src 'self'; script-src 'none'; style-src 'self' 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'";
