/**
 * Where the payment provider's script comes from and what it opens, frames and calls. Every page carries them: a
 * visitor walks from any page to one that sells without loading a new document, and the first one's policy stays.
 */
export type PaymentOrigins = readonly string[];

/** Radix, sonner and the charts write style attributes, so styles may be inline; scripts may not, unless named. */
function contentSecurityPolicy(scriptSources: readonly string[], payment: PaymentOrigins): string {
  const from = (...sources: readonly string[]) => ["'self'", ...sources].join(" ");
  return [
    "default-src 'self'",
    `script-src ${from(...scriptSources, ...payment)}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${from("data:", ...payment)}`,
    "font-src 'self'",
    `connect-src ${from(...payment)}`,
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

/** A prerendered page is the same for everybody, so its inline scripts are known by their hashes. */
export const policyForHashes = (scriptHashes: readonly string[], payment: PaymentOrigins): string =>
  contentSecurityPolicy(scriptHashes, payment);

/** A page rendered for one request carries a number that nobody can guess. */
export const policyForNonce = (nonce: string, payment: PaymentOrigins): string =>
  contentSecurityPolicy([`'nonce-${nonce}'`], payment);

/** Pictures and documents; a browser's PDF viewer counts as an object with styles of its own. */
export const policyForFiles =
  "default-src 'self'; script-src 'none'; style-src 'self' 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'";
