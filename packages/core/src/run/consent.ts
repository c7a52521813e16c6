/** The text on terms and risk that a screen shows at the first start. Another text gets another version. */
export const CONSENT_VERSION = "2026-11-19";
