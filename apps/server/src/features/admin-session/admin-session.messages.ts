import type { Messages } from "../../platform/http/handler.ts";

export const adminSessionMessages: Messages<"factor_missing"> = {
  factor_missing: "This account has no authenticator yet. Set one up at this login, with your password.",
};

/** Texts of the admin and support sign-in. The pages have their own sentences where one is missing (C8.2). */
export const adminSessionTexts = {
  wrong: "Invalid username or password",
  loggedOut: "Logged out successfully",
  proved: "Thank you, that was you",
  ended: "The session has ended",
} as const;
