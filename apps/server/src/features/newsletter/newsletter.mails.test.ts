import { epochMs } from "@vriddhi/core/time/clock";
import { expect, it } from "vitest";
import { writeMail } from "../../platform/mail/mail.ts";
import { issueMail } from "./newsletter.mails.ts";
import type { Issue } from "./newsletter.store.ts";

const SITE = new URL("https://own.invalid");
const issue: Issue = {
  id: "issue",
  title: "Costs <b>& more</b>",
  category: "IPO News",
  content: "See [the study](/research/costs).",
  html: '<p>See <a href="/research/costs">the study</a>. <img src="/blog-images/one.png" alt="A chart"> <a href="https://elsewhere.invalid/x">there</a></p>',
  state: "sending",
  createdAt: epochMs(0),
  updatedAt: null,
  sendingAt: epochMs(0),
  sentAt: null,
  totals: null,
};
const { html, text, subject, to, headers } = writeMail(issueMail(issue, "reader@example.com", "token", SITE), SITE);

it("a newsletter issue has our layout: dark mode, phone width, the title as text", () => {
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain("prefers-color-scheme:dark");
  expect(html).toContain("max-width:520px");
  expect(html).toContain("Costs &lt;b&gt;&amp; more&lt;/b&gt;</h1>");
  expect(html).toContain("IPO News");
  expect([subject, to]).toEqual(["Costs <b>& more</b> · Vriddhi", { name: "", address: "reader@example.com" }]);
});

it("a newsletter issue links to our pages and pictures by full address, and keeps other links", () => {
  expect(html).toContain('<a href="https://own.invalid/research/costs">');
  expect(html).toContain('<img src="https://own.invalid/blog-images/one.png"');
  expect(html).toContain('<a href="https://elsewhere.invalid/x">');
});

it("a newsletter issue can be unsubscribed from its layout, its text and its headers", () => {
  const leave = "https://own.invalid/newsletter?unsubscribe=token";
  expect(html).toMatch(/<a [^>]*href="https:\/\/own\.invalid\/newsletter\?unsubscribe=token"[^>]*>Unsubscribe<\/a>/);
  expect(text).toContain(`Unsubscribe: ${leave}`);
  expect(headers).toMatchObject({
    "List-Unsubscribe": `<${leave}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": "Vriddhi newsletter <newsletter.own.invalid>",
  });
  expect(text).toContain("See [the study](/research/costs).");
  expect(text).toContain("Investment in securities market are subject to market risks.");
});
