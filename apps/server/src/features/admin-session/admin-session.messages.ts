import type { Messages } from "../../platform/http/handler.ts";

export const adminSessionMessages: Messages<"factor_missing"> = {
  factor_missing: "This account has no authenticator yet. Set one up at this login, with your password.",
};

/** What the two doors of the back office say. The pages have sentences of their own where these are missing (C8.2). */
export const adminSessionTexts = {
  wrong: "Invalid username or password",
  loggedOut: "Logged out successfully",
  proved: "Thank you, that was you",
  ended: "The session has ended",
} as const;
