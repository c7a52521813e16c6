import type { Messages } from "../../platform/http/handler.ts";

export const newsletterMessages: Messages<"issue_unknown" | "issue_sent" | "no_readers"> = {
  issue_unknown: "There is no such issue.",
  issue_sent: "This issue is being sent or was sent: it can no longer be changed.",
  no_readers: "There are no confirmed subscribers yet. The issue stays a draft.",
};

export const SIGNED_UP = "Check your inbox: we sent a link to confirm your address.";
export const CONFIRMED = "Your subscription is confirmed. The next issue comes to your mailbox.";
export const UNSUBSCRIBED = "You are unsubscribed. No further issue is sent to you.";
export const ISSUE_DELETED = "Issue deleted";
export const BOUNCE_NOTED = "Noted";
