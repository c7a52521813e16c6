import type { Messages } from "../../platform/http/handler.ts";

export const trialMessages: Messages<"trial_used" | "already_subscribed"> = {
  trial_used: "Free trial already used",
  already_subscribed: "You already have an active subscription.",
};

/** A8.5 */
export const TRIAL_STARTED = "Free trial activated successfully!";
