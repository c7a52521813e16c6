import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  SUPPORT_TOPICS,
  toPlainMessage,
} from "@vriddhi/core/site/support-message";
import { z } from "zod";
import { emailField, nameField } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

const messageField = z
  .string()
  .max(SUPPORT_MESSAGE_MAX, `Message must be at most ${SUPPORT_MESSAGE_MAX} characters`)
  .transform(toPlainMessage)
  .refine(
    (text) => text.length >= SUPPORT_MESSAGE_MIN,
    `Please describe your question in at least ${SUPPORT_MESSAGE_MIN} characters`,
  );

export const supportEndpoints = {
  sendSupportMessage: endpoint({
    method: "POST",
    path: "/support/messages",
    summary: "Open a support thread; mails support and an acknowledgement to the writer",
    access: "public",
    limit: "support",
    body: z.strictObject({
      name: nameField,
      email: emailField,
      topic: z.enum(SUPPORT_TOPICS),
      message: messageField,
      website: z.string().max(500).optional().describe("hidden from people; a filled field is discarded as a bot's"),
    }),
    reply: z.strictObject({
      reference: z.string().describe("identifies the thread in every mail about it"),
      thread_id: z.uuid().describe("of the account's thread, or of this browser's chat without sign-in"),
      message: z.string(),
    }),
    problems: [],
  }),
};
