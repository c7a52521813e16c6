import { describe, expect, it } from "vitest";
import { writeMail } from "./mail.ts";
import { escapeHtml, type MailParts, renderMail } from "./mail-layout.ts";

const hostile = `<img src=x onerror="alert('1')"> & Co`;
const SITE = new URL("https://own.invalid");
const whole: MailParts = {
  heading: "Log in before 9:10",
  paragraphs: ["First", "Second"],
  code: "482913",
  button: { label: "Log in", leadsTo: "/algorithm/dashboard/Today" },
  facts: [
    ["Until", "9:10 AM IST"],
    ["Without it", "No trade today"],
  ],
  closing: "Bye",
  reason: "You asked for it.",
};

describe("a mail", () => {
  it("shows what users wrote as text, never as markup", () => {
    const { html, text } = renderMail({
      heading: hostile,
      paragraphs: [hostile],
      code: "<b>1</b>",
      button: { label: hostile, leadsTo: `/x"><b>` },
      facts: [[hostile, hostile]],
      closing: hostile,
      reason: hostile,
    });
    expect(html).not.toContain("<img");
    expect(html).not.toMatch(/<b>/);
    expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt; &amp; Co/g)).toHaveLength(9);
    expect(text).toContain(hostile);
  });

  it("has the same content in text and HTML, with the code on a line of its own", () => {
    const { html, text } = renderMail(whole, SITE);
    const read = html.replace(/<style>.*<\/style>/s, "").replaceAll(/<[^>]*>/g, "");
    for (const part of ["Log in before 9:10", "First", "482913", "9:10 AM IST", "No trade today", "Bye", "You asked"]) {
      expect(read).toContain(part);
      expect(text).toContain(part);
    }
    expect(text.split("\n")).toContain("482913");
  });

  it("has one button, a link to the product's address, and no other visible address", () => {
    const { html, text } = renderMail(whole, SITE);
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(["https://own.invalid/algorithm/dashboard/Today", "mailto:support@vriddhi.example"]);
    expect(html.replaceAll(/href="[^"]*"/g, "")).not.toContain("https://");
    expect(text).toContain("Log in: https://own.invalid/algorithm/dashboard/Today");
    const elsewhere = { ...whole, button: { label: "Broker", leadsTo: "https://broker.invalid/login" } };
    expect(renderMail(elsewhere, SITE).html).toContain('href="https://broker.invalid/login"');
  });

  it("has dark colours and fits the smallest phone", () => {
    const { html } = renderMail(whole, SITE);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media(prefers-color-scheme:dark)");
    expect(html).toContain("max-width:520px");
    expect(html).not.toMatch(/[^-]width="[4-9]\d\d"/);
  });

  it("shows an article in the common layout with its category, its source text and an unsubscribe link", () => {
    const article = { html: "<p>Seven <strong>charges</strong></p>", text: "Seven **charges**" };
    const leave = { label: "Unsubscribe", leadsTo: "/newsletter?unsubscribe=t" };
    const { html, text } = renderMail({ ...whole, kicker: hostile, article, leave }, SITE);
    expect(html).toContain(article.html);
    expect(html).not.toContain("<img");
    expect(html).toContain("max-width:520px");
    expect(html.match(/prefers-color-scheme:dark/g)).toHaveLength(2);
    expect(html).toContain('href="https://own.invalid/newsletter?unsubscribe=t"');
    expect(text).toContain("Seven **charges**");
    expect(text).toContain("You asked for it.\nUnsubscribe: https://own.invalid/newsletter?unsubscribe=t\n");
    expect(renderMail(whole, SITE).html).not.toContain(".ar ");
  });

  it("puts the facts before the button on request", () => {
    const first = renderMail({ ...whole, hasFactsFirst: true }, SITE).text;
    expect(first.indexOf("Until:")).toBeLessThan(first.indexOf("Log in: "));
    const last = renderMail(whole, SITE).text;
    expect(last.indexOf("Until:")).toBeGreaterThan(last.indexOf("Log in: "));
  });

  it("has its subject as the HTML title, and keeps its attachment", () => {
    const to = { name: "", address: "a@b.invalid" };
    const attachment = { kind: "invoice", orderId: "1" } as const;
    const written = writeMail({ to, subject: "A subject", attachment, parts: whole }, SITE);
    expect(written.html).toContain("<title>A subject</title>");
    expect(written.attachment).toEqual(attachment);
    expect(writeMail(written, SITE)).toBe(written);
  });

  it("leaves harmless text unchanged", () => {
    expect(escapeHtml("₹1,00,000 – नमस्ते")).toBe("₹1,00,000 – नमस्ते");
  });
});
