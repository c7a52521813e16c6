/** Gateways refuse callers without a User-Agent. */
export const USER_AGENT = "Vriddhi/1.0";
