import { ISSUE_CONTENT_MAX, ISSUE_TITLE_MAX, NEWSLETTER_CATEGORIES } from "@vriddhi/core/blog/newsletter";
import { z } from "zod";
import { emailField, messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

/** Part of mailed links; long enough that it cannot be guessed. */
const token = z
  .string()
  .regex(/^[A-Za-z0-9_-]{20,120}$/, "This link is not complete. Please open it from the mail again.");

const issueBody = z.strictObject({
  title: z
    .string()
    .max(ISSUE_TITLE_MAX, `Title must be at most ${ISSUE_TITLE_MAX} characters`)
    .trim()
    .min(1, "Title is required")
    .regex(/^(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]|[\u200c\u200d])+$/u, "Title contains characters that cannot be used"),
  category: z.enum(NEWSLETTER_CATEGORIES),
  content: z
    .string()
    .max(ISSUE_CONTENT_MAX, `Content must be at most ${ISSUE_CONTENT_MAX} characters`)
    .refine((text) => text.trim() !== "", "Content is required"),
});

const publicIssue = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  category: z.enum(NEWSLETTER_CATEGORIES),
  content: z.string().describe("markdown"),
  html: z.string().describe("rendered from the content by the server, safe to show"),
  sent_at: z.iso.datetime(),
});

/** Progress of a sending. Each recipient is in exactly one of the four. */
const sending = z.strictObject({
  readers: z.int().describe("readers who were confirmed when it began"),
  waiting: z.int(),
  sent: z.int(),
  refused: z.int().describe("refused by the mail server"),
  unknown: z.int().describe("in progress when a process died; not sent again"),
  bounced: z.int().describe("of those sent: bounced later"),
});

const issue = z.strictObject({
  ...publicIssue.omit({ sent_at: true }).shape,
  state: z.enum(["draft", "sending", "sent"]),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime().nullable(),
  sending_at: z.iso.datetime().nullable().describe("when sending began"),
  sent_at: z.iso.datetime().nullable().describe("when the last mail left"),
  sending: sending.nullable(),
});
export type NewsletterIssue = z.infer<typeof issue>;

const issueId = z.strictObject({ issueId: z.uuid() });

/** Mails to double opt-in subscribers, unrelated to the posts of one browser (C7.28). */
export const newsletterEndpoints = {
  signUpForNewsletter: endpoint({
    method: "POST",
    path: "/api/newsletter/sign-up",
    summary: "Mail a link that confirms the address; the same answer for every address",
    access: "public",
    limit: "newsletter",
    body: z.strictObject({
      email: emailField,
      website: z.string().max(500).optional().describe("hidden from people; a filled field is discarded as a bot's"),
    }),
    reply: messageReply,
    problems: [],
  }),
  confirmNewsletter: endpoint({
    method: "POST",
    path: "/api/newsletter/confirm",
    summary: "Confirm the address of the opened link; it receives issues from now on",
    access: "public",
    limit: "newsletter-link",
    body: z.strictObject({ token }),
    reply: messageReply,
    problems: ["link_wrong", "link_expired"],
  }),
  unsubscribeNewsletter: endpoint({
    method: "POST",
    path: "/api/newsletter/unsubscribe",
    summary: "Unsubscribe this address; idempotent",
    access: "public",
    limit: "newsletter-link",
    body: z.strictObject({ token }),
    reply: messageReply,
    problems: ["link_wrong"],
  }),
  listSentIssues: endpoint({
    method: "GET",
    path: "/api/newsletter/issues",
    summary: "Sent issues, newest first",
    access: "public",
    query: z.strictObject({ page: z.coerce.number().int().min(1).max(1_000).optional() }),
    reply: z.strictObject({ issues: z.array(publicIssue), has_more: z.boolean() }),
    problems: [],
  }),
  listIssues: endpoint({
    method: "GET",
    path: "/api/newsletter/admin/issues",
    summary: "All issues with their sending progress, and the number of readers",
    access: "blog_admin",
    reply: z.strictObject({
      issues: z.array(issue),
      readers: z.strictObject({
        confirmed: z.int(),
        unconfirmed: z.int(),
        unsubscribed: z.int(),
        bounced: z.int(),
      }),
    }),
    problems: [],
  }),
  createIssue: endpoint({
    method: "POST",
    path: "/api/newsletter/admin/issues",
    summary: "Store a new issue as a draft",
    access: "blog_admin",
    body: issueBody,
    reply: issue,
    problems: [],
  }),
  updateIssue: endpoint({
    method: "PUT",
    path: "/api/newsletter/admin/issues/{issueId}",
    summary: "Change an issue that was not sent",
    access: "blog_admin",
    params: issueId,
    body: issueBody,
    reply: issue,
    problems: ["issue_unknown", "issue_sent"],
  }),
  deleteIssue: endpoint({
    method: "DELETE",
    path: "/api/newsletter/admin/issues/{issueId}",
    summary: "Delete an issue that was not sent",
    access: "blog_admin",
    params: issueId,
    reply: messageReply,
    problems: ["issue_unknown", "issue_sent"],
  }),
  sendIssue: endpoint({
    method: "POST",
    path: "/api/newsletter/admin/issues/{issueId}/send",
    summary: "Send an issue to all currently confirmed readers; idempotent",
    access: "blog_admin",
    params: issueId,
    reply: issue,
    problems: ["issue_unknown", "no_readers"],
  }),
  noteBounce: endpoint({
    method: "POST",
    path: "/api/newsletter/admin/bounces",
    summary: "Process a bounced address: a permanent bounce ends mails to it, a temporary one is counted",
    access: "blog_admin",
    body: z.strictObject({ email: emailField, is_permanent: z.boolean() }),
    reply: messageReply,
    problems: [],
  }),
};
