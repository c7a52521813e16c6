import { brand } from "@vriddhi/core/site/brand";
import type { DraftMail } from "../../platform/mail/mail.ts";
import type { Issue } from "./newsletter.store.ts";

/** Contains nothing that the form's sender typed: the address may not be theirs. */
export const confirmMail = (email: string, token: string): DraftMail => ({
  to: { name: "", address: email },
  subject: `Please confirm your subscription · ${brand.name}`,
  parts: {
    heading: "One step to the newsletter",
    paragraphs: [
      `The ${brand.name} newsletter was requested for this address, probably by you. Press the button to confirm, and the next issue comes to this address.`,
    ],
    button: { label: "Confirm this address", leadsTo: `/newsletter?confirm=${token}` },
    closing:
      "If it was not you, there is nothing to do: without the button no issue is sent, and the link ends in a week.",
    reason: "You get this mail because this address was typed into our newsletter form.",
  },
});

const unsubscribePath = (token: string): string => `/newsletter?unsubscribe=${token}`;

/** Articles link to our pages and pictures without the domain. */
const withSite = (html: string, site: URL): string => html.replace(/ (href|src)="\//g, ` $1="${site.origin}/`);

/** One issue for one reader. The headers allow one-click unsubscribe (RFC 8058). */
export const issueMail = (issue: Issue, email: string, token: string, site: URL): DraftMail => ({
  to: { name: "", address: email },
  subject: `${issue.title} · ${brand.name}`,
  headers: {
    "List-Unsubscribe": `<${new URL(unsubscribePath(token), site).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": `${brand.name} newsletter <newsletter.${site.hostname}>`,
    Precedence: "bulk",
  },
  parts: {
    kicker: issue.category,
    heading: issue.title,
    paragraphs: [],
    article: { html: withSite(issue.html, site), text: issue.content },
    closing: brand.riskDisclosure,
    preview: issue.category,
    reason: `You get this mail because you confirmed your subscription to the ${brand.name} newsletter.`,
    leave: { label: "Unsubscribe", leadsTo: unsubscribePath(token) },
  },
});
