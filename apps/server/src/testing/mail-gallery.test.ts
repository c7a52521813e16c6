import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { connectionPaths, SETTINGS_PATH, SUBSCRIPTION_PATH, TODAY_PATH } from "@vriddhi/core/site/dashboard-path";
import { describe, expect, it } from "vitest";
import { mailGallery } from "./mail-gallery.ts";

const SITE = new URL("https://own.invalid");
const gallery = mailGallery(SITE);
const kinds = Object.entries(gallery);

/** The pages that exist, with the site's own spelling. */
const PLACES: readonly string[] = [
  "/auth",
  "/forgot-password",
  "/support",
  "/subscription-plans",
  "/ebook/download",
  "/connect/zerodha",
  "/newsletter",
  "/secret/support",
  SETTINGS_PATH,
  SUBSCRIPTION_PATH,
  TODAY_PATH,
  ...Object.values(connectionPaths),
];

it("the mail gallery shows every kind of mail that a feature can send", () => {
  const shown = readFileSync(path.join(import.meta.dirname, "mail-gallery.ts"), "utf8");
  const files = ["features", "platform"].flatMap((folder) => filesIn(path.join(import.meta.dirname, "..", folder)));
  const made = files
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^export (?:const|function) (\w+Mail)\b/gm)])
    .map(([, name = ""]) => name);
  expect(made.length).toBeGreaterThan(20);
  expect(made.filter((name) => !shown.includes(`${name}(`))).toEqual([]);
});

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(\.mails|-mail|security-notice)\.ts$/.test(file))
    .map((file) => path.join(folder, file));

const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);
const readable = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<div style="display:none.*?<\/div>/s, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'");

describe.each(kinds)("the mail %s", (_name, { subject, text, html }) => {
  it("has a title, at most one button to an existing page and no bare address", () => {
    expect(html.match(/<h1 /g)).toHaveLength(1);
    const [contact, ...buttons] = linksOf(html).toReversed();
    expect(contact).toMatch(/^mailto:/);
    expect(buttons.length).toBeLessThanOrEqual(1);
    for (const href of buttons) expect(PLACES).toContain(new URL(href).pathname);
    expect(readable(html)).not.toMatch(/https?:|undefined|null|NaN|\[object/);
    expect(subject).not.toMatch(/undefined|null|NaN/);
  });

  it("has the same content in its text part as in its HTML", () => {
    const words = readable(html)
      .split(/\s+/)
      .filter((word) => /^[A-Za-z]{4,}$/.test(word));
    const missing = words.filter((word) => !text.includes(word) && word !== "Vriddhi");
    expect(missing).toEqual([]);
  });

  it("has light and dark colours and fits the smallest phone", () => {
    expect(html).toContain("prefers-color-scheme:dark");
    expect([...html.matchAll(/(?:min-width|[^-]width):(\d+)px/g)].filter(([, px]) => Number(px) > 320)).toEqual([]);
  });
});

describe("a mail with a code", () => {
  it.each(kinds.filter(([name]) => name.endsWith("-code")))(
    "%s: the code is first in the subject, largest in the text and shown with its expiry",
    (_name, mail) => {
      const { subject, text, html } = mail;
      expect(subject).toMatch(/^428913 /);
      const sizes = [...html.matchAll(/font-size:(\d+)px/g)].map(([, px]) => Number(px));
      expect(Math.max(...sizes)).toBe(36);
      expect(html).toMatch(/font-size:36px[^>]*>428<span[^>]*>913</);
      expect(text).toContain("Valid until: 10:24 AM IST, 10 minutes");
      expect(text).toContain("Asked for by: Chrome on Android");
      expect(linksOf(html)).toHaveLength(1);
    },
  );
});

describe("a mail about an account's security", () => {
  it.each(["password-changed", "address-changed", "account-deleted", "way-in", "new-device", "broker-linked"])(
    "%s: the mail states the time in IST and the device's name",
    (name) => {
      const { text, html } = gallery[name] ?? {};
      expect(text).toContain("When: 16 Nov 2026, 10:14 AM IST");
      expect(text).toContain("Device: Chrome on Android");
      expect(html).not.toContain("Mozilla");
    },
  );
});

describe("a mail about a refund", () => {
  it.each(["refunded", "refunded-in-part", "guarantee"])("%s: the mail states the refund policy's own period", (name) =>
    expect(gallery[name]?.text).toContain("It goes back the way you paid, usually within seven working days."),
  );
});

describe("the mails about a refunded plan", () => {
  it("name the plan, its capital band and the other plans with their end dates", () => {
    const { subject, text } = gallery["refunded-of-several"] ?? {};
    expect(subject).toBe("Your quarterly plan (up to ₹1,00,000) is cancelled and refunded");
    expect(text).toContain("₹6,999.00 refunded. Your other plans continue until 6 December 2026.");
    expect(text).toContain("Continues: Monthly, to ₹10,00,000, 6 Nov 2026 – 6 Dec 2026");
    expect(gallery["guarantee"]?.text).toContain("for your monthly plan");
    expect(gallery["fee-granted"]?.text).toContain("for your monthly plan");
    expect(gallery["fee-granted"]?.text).toMatch(/Period: .* 2026 – .* 2026/);
  });
});

describe("the receipt of a payment", () => {
  it("shows the amount, plan, period and tax, and carries the invoice", () => {
    const { text, attachment, subject } = gallery["receipt"] ?? {};
    expect(subject).toBe("Your Vriddhi subscription is active");
    for (const fact of [
      "Paid: ₹6,999.00",
      "Plan: Quarterly, to ₹1,00,000",
      "Period: 16 Nov 2026 – 14 Feb 2027",
      "Includes 18% GST: ₹1,067.64",
      "Invoice: INV/26-27/001204",
      "Open your subscription: https://own.invalid/algorithm/dashboard/Subscription",
    ])
      expect(text).toContain(fact);
    expect(attachment).toEqual({ kind: "invoice", orderId: expect.any(String) });
    expect(gallery["ebook"]?.attachment).toBeDefined();
  });
});

describe("mails to an unverified address", () => {
  it.each(["sign-up-code", "address-taken", "support-received", "support-answer-by-mail", "newsletter-confirm"])(
    "quote no text that a stranger typed: %s",
    (name) => {
      const { to, text = "", html = "" } = gallery[name] ?? {};
      expect(to?.name).toBe("");
      expect(`${text}${html}`).not.toContain("Meera");
    },
  );
});

describe("the morning mail", () => {
  it("starts with the deadline, and states what happens without a login", () => {
    const { subject, text, html } = gallery["login-link"] ?? {};
    expect(subject).toBe("Log in to Zerodha before 9:10 AM");
    expect(text).toContain("Without it: No trade today");
    expect(linksOf(html ?? "")[0]).toBe("https://vriddhi.example/connect/zerodha?link=once-only");
  });
});

describe("the mail about a deleted account", () => {
  it("states which records the law requires us to keep", () => {
    const { text } = gallery["account-deleted"] ?? {};
    expect(text).toMatch(/invoices as they were issued, with the name and address on them, for six years/);
    expect(text).toContain("Keyed hashes");
  });
});
