import type { Messages } from "../../platform/http/handler.ts";

export const trialMessages: Messages<"trial_used" | "already_subscribed"> = {
  trial_used: "Free trial already used",
  already_subscribed: "You already have an active subscription.",
};

export const TRIAL_STARTED = "Free trial activated successfully!";
