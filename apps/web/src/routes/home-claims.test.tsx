import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../testing/api-server.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";

preparePageTests();
provideApiServer();

/** The home page as a build with this setting renders it: modules are loaded again, as in a build. */
async function openHome(setting: "on" | "off" | "audited"): Promise<string> {
  vi.resetModules();
  vi.stubEnv("SITE_CLAIMS", setting);
  const { HomePage } = await import("../features/home/home-page.tsx");
  const { FooterContent } = await import("../app/site-footer.tsx");
  const footer = <FooterContent />;
  renderSite({ at: "/", pages: { "/": () => <HomePage bar={null} footer={footer} /> } });
  await screen.findByRole("contentinfo");
  await screen.findByText("Lakshmi Menon");
  await screen.findByRole("heading", { name: "Know what you switch on." });
  await screen.findByText("13–17");
  return document.body.textContent ?? "";
}

async function readStructuredData(setting: "on" | "off" | "audited"): Promise<object> {
  vi.resetModules();
  vi.stubEnv("SITE_CLAIMS", setting);
  return (await import("../features/home/home-structured-data.ts")).homeStructuredData();
}

beforeEach(() => {
  // Every section is approached at once.
  vi.stubGlobal("IntersectionObserver", undefined);
});
afterEach(() => vi.unstubAllEnvs());

const DISCLOSURE =
  "Investment in securities market are subject to market risks. Read all the related documents carefully before investing.";

describe("the home page with its claims", () => {
  it("[A2.24] shows hero, glance, education, reviews and the closing section in this order", async () => {
    await openHome("on");
    const ids = [...document.querySelectorAll("section[id], footer[id]")].map((section) => section.id);
    expect(ids).toEqual(["hero", "glance", "education", "reviews", "closing"]);
  });

  it("[A1.4][A9.10] states every claim as it is specified, beside the disclosure", async () => {
    const text = await openHome("on");
    for (const claim of [
      "89.7%",
      "compound annual growth rate",
      "76 of 89 months",
      "100%",
      "gross loss at the end of the period",
      "15 seconds",
      "You approve once",
      "No overnight positions",
      "A strict daily stop-loss",
      "13–17",
      "24/7",
      "chat and email support",
      "one-to-one onboarding",
      "₹500",
      DISCLOSURE,
    ])
      expect(text).toContain(claim);
  });

  it("[A1.2] names the three brokers and the one to come", async () => {
    await openHome("on");
    const hero = within(document.getElementById("hero") ?? document.body);
    for (const broker of ["Fyers", "Angel One", "Zerodha"]) expect(hero.getByText(broker)).toBeTruthy();
    expect(hero.getByText("Delta Exchange").closest("li")?.textContent).toContain("soon");
  });

  it("[A1.5][A1.6] carries 4.8 from 150 ratings, a price of 0 rupees and 30 days in its structured data", async () => {
    expect(await readStructuredData("on")).toMatchObject({
      "@type": "WebApplication",
      aggregateRating: { name: "Sample rating", ratingValue: "4.8", ratingCount: "150" },
      offers: { price: "0", priceCurrency: "INR", hasMerchantReturnPolicy: { merchantReturnDays: 30 } },
    });
    expect(await openHome("on")).toContain("4.8 out of 5, from 150 ratings");
  });

  it("links to the heat map", async () => {
    await openHome("on");
    expect(document.querySelectorAll('a[href="/monthly-heatmap"]')).not.toHaveLength(0);
  });
});

describe("the mark of a sample", () => {
  it("is at the record and at the reviews while both are examples", async () => {
    await openHome("on");
    expect(screen.getAllByText("Sample")).toHaveLength(2);
    const record = screen.getByRole("heading", { name: /The record so far/ });
    expect(record.textContent).toContain("Sample");
  });

  it("disappears everywhere once the operator's own record is shown", async () => {
    const text = await openHome("audited");
    expect(text).toContain("89.7%");
    expect(text).not.toContain("Sample");
    expect(JSON.stringify(await readStructuredData("audited"))).not.toContain("Sample");
  });
});

describe("SITE_CLAIMS=off", () => {
  it("[A1.4][A9.10] leaves no result, no rating and no link to the heat map, and keeps the disclosure", async () => {
    const text = await openHome("off");
    for (const claim of ["89.7", "76 of 89", "4.8", "150 ratings", "annual growth"]) expect(text).not.toContain(claim);
    expect(document.querySelectorAll('a[href="/monthly-heatmap"]')).toHaveLength(0);
    expect(text).toContain(DISCLOSURE);
  });

  it("[A1.5] removes the rating from the structured data and keeps the rest", async () => {
    const data = await readStructuredData("off");
    expect(data).not.toHaveProperty("aggregateRating");
    expect(data).toMatchObject({ offers: { price: "0" } });
  });

  it("leaves no figure in the customers' quotes", async () => {
    const { sampleReviews } = await import("../features/home/reviews.texts.ts");
    for (const { quote } of sampleReviews) expect(quote).not.toMatch(/\d|percent|%|₹/);
  });
});
