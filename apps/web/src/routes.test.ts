import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { MetaDescriptor } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import routes from "./routes.ts";

interface RouteModule {
  readonly default?: unknown;
  readonly loader?: unknown;
  readonly meta?: (args: { params: Record<string, string>; location: { pathname: string } }) => MetaDescriptor[];
}

const modules = import.meta.glob<RouteModule>("./routes/*.tsx");
const table = await routes;

/** The fallback and the aliases only redirect. */
const isRedirect = (entry: RouteConfigEntry): boolean => entry.path?.endsWith("*") ?? false;
const pages = table.filter((entry) => !isRedirect(entry));

const samples: Record<string, readonly Record<string, string>[]> = {
  "algorithm/dashboard/:tab?": [
    { tab: "UserProfile" },
    { tab: "FyersConnection" },
    { tab: "TradingAlgorithm" },
    { tab: "AngelOneConnection" },
    { tab: "AngelOneTrading" },
    { tab: "ZerodhaConnection" },
    { tab: "ZerodhaTrading" },
    { tab: "Subscription" },
  ],
  "research/:slug": [{ slug: "opening-range" }],
  "secret/users/:userId": [{ userId: "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a001" }],
  "secret/orders/:tag?": [{ tag: "ZQ4M8T0K2XN71RD" }],
  "secret/guarantees/:guaranteeId?": [{ guaranteeId: "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a0c1" }],
  "secret/signals/:signalId?": [{ signalId: "fyers-2026-11-16-17" }],
  "connect/:broker": [{ broker: "fyers" }, { broker: "angelone" }, { broker: "zerodha" }],
};

interface Page {
  readonly file: string;
  readonly address: string;
  readonly descriptors: readonly Record<string, unknown>[];
}

async function readPages(entry: RouteConfigEntry): Promise<Page[]> {
  const module = await modules[`./${entry.file}`]?.();
  const pattern = entry.path ?? "";
  return (samples[pattern] ?? [{}]).map((params) => {
    const address = `/${pattern.replace(/:(\w+)\??/g, (_, name: string) => params[name] ?? "")}`;
    const descriptors = module?.meta?.({ params, location: { pathname: address } }) ?? [];
    return { file: entry.file, address, descriptors: descriptors as Record<string, unknown>[] };
  });
}

let all: readonly Page[] = [];
beforeAll(async () => {
  all = (await Promise.all(pages.map(readPages))).flat();
}, 60_000);

const contentOf = (page: Page, field: "name" | "property", key: string) =>
  page.descriptors.find((descriptor) => descriptor[field] === key)?.["content"];
const titleOf = (page: Page) => page.descriptors.find((descriptor) => "title" in descriptor)?.["title"];
const linksOf = (page: Page) =>
  page.descriptors.filter((descriptor) => descriptor["tagName"] === "link" && descriptor["rel"] !== "preload");

describe("[A2.22] every page of the route table", () => {
  it("has complete metadata", () => {
    for (const page of all) {
      expect(titleOf(page), page.address).toBeTypeOf("string");
      expect(String(contentOf(page, "name", "keywords")), page.address).not.toBe("");
      expect(contentOf(page, "property", "og:image"), page.address).toMatch(/^https:\/\/.+\.png$/);
      expect(contentOf(page, "property", "og:locale"), page.address).toBe("en_US");
      expect(
        linksOf(page).map((link) => link["hrefLang"] ?? link["rel"]),
        page.address,
      ).toEqual(["canonical", "en", "x-default"]);
      expect(
        page.descriptors.some((descriptor) => "script:ld+json" in descriptor),
        page.address,
      ).toBe(true);
    }
  });

  it("[A9.4] calls the e-book a book for 79 rupees", () => {
    const page = all.find(({ address }) => address === "/products");
    expect(page?.descriptors.find((descriptor) => "script:ld+json" in descriptor)).toMatchObject({
      "script:ld+json": { "@type": "Book", offers: { price: "79", priceCurrency: "INR" } },
    });
  });

  it("has a description of 50 to 160 characters", () => {
    for (const page of all) {
      const { length } = String(contentOf(page, "name", "description"));
      expect(length, `${page.address}: ${length}`).toBeGreaterThanOrEqual(50);
      expect(length, `${page.address}: ${length}`).toBeLessThanOrEqual(160);
    }
  });

  it("has a title of its own; one screen at two addresses has one title and one canonical address", () => {
    const titles = new Map<unknown, Page>();
    for (const page of all) {
      const other = titles.get(titleOf(page));
      if (other === undefined) titles.set(titleOf(page), page);
      else
        expect(`${page.file} ${canonicalOf(page)}`, String(titleOf(page))).toBe(`${other.file} ${canonicalOf(other)}`);
    }
  });

  it("names its own address as the canonical one", () => {
    const aliases = new Set(["/subscirption-plans", "/login"]);
    for (const page of all) {
      if (!aliases.has(page.address)) expect(new URL(String(canonicalOf(page))).pathname).toBe(page.address);
    }
  });
});

const canonicalOf = (page: Page) => linksOf(page).find((link) => link["rel"] === "canonical")?.["href"];

describe("the route table", () => {
  it.each([
    ["A2.1", ""],
    ["A2.2", "auth"],
    ["A2.3", "login"],
    ["A2.4", "courses"],
    ["A2.4", "algorithm"],
    ["A2.4", "algorithm/dashboard/:tab?"],
    ["A2.5", "dashboard/trading"],
    ["A2.6", "dashboard/blog"],
    ["A2.7", "research"],
    ["A2.7", "research/:slug"],
    ["A2.7", "research/create"],
    ["A2.8", "subscription-plans"],
    ["B2.5", "subscirption-plans"],
    ["A2.9", "monthly-heatmap"],
    ["A2.10", "google/callback"],
    ["A2.11", "free-trial"],
    ["A2.12", "broker-selection"],
    ["A2.13", "products"],
    ["A2.14", "blog-storage-setup"],
    ["A2.14", "blog-database-setup"],
    ["A2.15", "admin/login"],
    ["A2.15", "admin/dashboard"],
    ["A2.15", "secret"],
    ["A2.15", "secret/dashboard"],
    ["A2.15", "secret/support"],
    ["A2.15", "secret/users/:userId"],
    ["A2.15", "secret/orders/:tag?"],
    ["A2.15", "secret/signals/:signalId?"],
    ["A2.15", "secret/health"],
    ["A2.15", "secret/audit"],
    ["A2.15", "secret/calendar"],
    ["A2.15", "secret/coupons"],
    ["A2.15", "secret/guarantees/:guaranteeId?"],
    ["A2.15", "blog-admin/login"],
    ["A2.15", "supabase-test"],
    ["A2.16", "*"],
    ["A2.17", "blogs/*"],
    ["A2.17", "forgot-password"],
    ["A2.17", "support"],
    ["A2.17", "about"],
    ["A2.17", "status"],
    ["A2.17", "newsletter"],
    ["A2.17", "connect/:broker"],
    ["C2.31", "newsletter/admin"],
    ["B2.4", "dashboard/*"],
  ])("[%s] has /%s", (_, path) => {
    expect(table.map((entry) => (entry.index ? "" : entry.path))).toContain(path);
  });
});
