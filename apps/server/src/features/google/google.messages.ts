import type { Messages } from "../../platform/http/handler.ts";

export const googleMessages: Messages<
  | "google_denied"
  | "google_failed"
  | "google_unverified_email"
  | "google_unavailable"
  | "google_link_unproved"
  | "google_link_elsewhere"
> = {
  google_denied: "Authentication failed. Please try again.",
  google_failed: "Authentication failed. Please try again.",
  google_unverified_email: "Your Google email address is not verified. Please verify it with Google first.",
  google_unavailable: "Google sign-in is not available right now. Please try again later.",
  google_link_unproved:
    "This address has an account that Google does not open yet. Enter its password to link Google to it.",
  google_link_elsewhere:
    "This Google account is not yours here. Log out first to use it, or choose the one with your own address.",
};
