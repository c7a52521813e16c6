/** Version of the consent text on terms and risk at the first start. */
export const CONSENT_VERSION = "2026-11-19.2";
