import { SUPPORT_THREADS_OPEN_MAX } from "@vriddhi/core/site/support-thread";
import type { Messages } from "../../platform/http/handler.ts";

export const DAY_START_TEXT = "9:10 AM";

export const threadMessages: Messages<"threads_full" | "canned_full"> = {
  threads_full: `You have ${SUPPORT_THREADS_OPEN_MAX} open questions with us. Please go on in one of them.`,
  canned_full: "The list of saved answers is full. Please delete one first.",
};

export const threadTexts = {
  read: "Noted as read.",
  closed: "The thread is closed.",
  dropped: "The saved answer is deleted.",
} as const;
