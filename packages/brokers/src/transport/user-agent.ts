/** Gateways refuse callers that do not say who they are. */
export const USER_AGENT = "Vriddhi/1.0";
