import { expect, it } from "vitest";
import { googleMessages } from "./google.messages.ts";

it("[A8.4] the message says that the Google sign-in failed, whatever ended it", () => {
  expect(googleMessages).toMatchObject({
    google_denied: "Authentication failed. Please try again.",
    google_failed: "Authentication failed. Please try again.",
    google_unverified_email: "Your Google email address is not verified. Please verify it with Google first.",
    google_unavailable: "Google sign-in is not available right now. Please try again later.",
  });
});
