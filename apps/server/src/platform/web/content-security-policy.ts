/** Radix, sonner and the charts write style attributes, so styles may be inline; scripts may not, unless named. */
const contentSecurityPolicy = (scriptSources: readonly string[]): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...scriptSources].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** A prerendered page is the same for everybody, so its inline scripts are known by their hashes. */
export const policyForHashes = (scriptHashes: readonly string[]): string => contentSecurityPolicy(scriptHashes);

/** A page rendered for one request carries a number that nobody can guess. */
export const policyForNonce = (nonce: string): string => contentSecurityPolicy([`'nonce-${nonce}'`]);

/** Pictures and documents; a browser's PDF viewer counts as an object with styles of its own. */
export const policyForFiles =
  "default-src 'self'; script-src 'none'; style-src 'self' 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'";
