import type { Messages } from "../../platform/http/handler.ts";

export const subscriptionMessages: Messages<"not_subscribed"> = {
  not_subscribed: "There is no subscription to change.",
};

export const subscriptionReplies = {
  cancelled: "Your subscription runs to its end date and is not renewed. We will not remind you.",
  resumed: "We will remind you again before your subscription ends.",
} as const;
