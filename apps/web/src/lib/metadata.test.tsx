import { brand } from "@vriddhi/core/site/brand";
import { renderToString } from "react-dom/server";
import { createRoutesStub, Meta } from "react-router";
import { describe, expect, it } from "vitest";
import { type PageMetadata, pageMeta } from "./metadata.ts";
import { productStructuredData } from "./product-structured-data.ts";

const page: PageMetadata = {
  title: "Support",
  description: "Questions about your account, your broker link or a payment: write to us.",
  keywords: ["support", "contact"],
  path: "/support?from=mail#form",
};

/** The head as a browser or a search engine gets it. */
function renderHead(metadata: PageMetadata): Document {
  const Stub = createRoutesStub([{ path: "/", Component: Meta, meta: () => pageMeta(metadata) }]);
  return new DOMParser().parseFromString(`<head>${renderToString(<Stub />)}</head>`, "text/html");
}

const contentOf = (head: Document, selector: string) => head.querySelector(selector)?.getAttribute("content");

describe("[A2.22] page metadata", () => {
  it("contains every tag once", () => {
    const head = renderHead(page);
    expect(head.title).toBe(`Support · ${brand.name}`);
    expect(contentOf(head, "meta[name=description]")).toBe(page.description);
    expect(contentOf(head, "meta[name=keywords]")).toBe("support, contact");
    expect(contentOf(head, "meta[property='og:locale']")).toBe("en_US");
  });

  it("[C2.15] names the product once where the title begins with it", () => {
    expect(renderHead({ ...page, title: "Vriddhi Research" }).title).toBe("Vriddhi Research");
  });

  it("calls an article an article where it is shared, and every other page a page of the site", () => {
    const typeOf = (changes: Partial<PageMetadata>) =>
      contentOf(renderHead({ ...page, ...changes }), "meta[property='og:type']");
    expect(typeOf({ structuredData: { "@type": "BlogPosting" } })).toBe("article");
    expect(typeOf({})).toBe("website");
  });

  it.each([
    [{ path: "/support?from=mail#form" }, "/share/support.png", "Vriddhi: Support: write, and a person answers"],
    [{ path: "/research/costs" }, "/share/research.png", "Vriddhi: Research: method, costs and rules"],
    [{ path: "/" }, "/share.png", `${brand.name}: ${brand.tagline}`],
    [{ path: "/toString" }, "/share.png", `${brand.name}: ${brand.tagline}`],
    [{ path: "/research/costs", image: "/own.png" }, "/own.png", `Support · ${brand.name}`],
  ] as const)("names the picture of its own page, and its text: %o", (changes, picture, altText) => {
    const head = renderHead({ ...page, ...changes });
    expect(contentOf(head, "meta[property='og:image']")).toBe(`${brand.canonicalOrigin}${picture}`);
    expect(contentOf(head, "meta[name='twitter:image']")).toBe(`${brand.canonicalOrigin}${picture}`);
    expect(contentOf(head, "meta[property='og:image:alt']")).toBe(altText);
  });

  it("drops query and hash from the canonical and the alternate links", () => {
    const head = renderHead(page);
    const hrefs = [...head.querySelectorAll<HTMLLinkElement>("link:not([rel=preload])")].map((link) => [
      link.rel,
      link.hreflang,
      link.href,
    ]);
    const address = `${brand.canonicalOrigin}/support`;
    expect(hrefs).toEqual([
      ["canonical", "", address],
      ["alternate", "en", address],
      ["alternate", "x-default", address],
    ]);
  });

  it("starts every address with the site's origin from the document", () => {
    document.documentElement.dataset["origin"] = "https://trade.example:8443";
    const head = renderHead({ ...page, structuredData: productStructuredData() });
    delete document.documentElement.dataset["origin"];
    expect(head.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href).toBe("https://trade.example:8443/support");
    for (const name of ["og:url", "og:image"])
      expect(contentOf(head, `meta[property='${name}']`)).toMatch(/^https:\/\/trade\.example:8443\//);
    expect(head.documentElement.innerHTML).not.toContain(brand.canonicalOrigin);
  });

  it("preloads the first view's font, and no other", () => {
    const preloads = [...renderHead(page).querySelectorAll<HTMLLinkElement>("link[rel=preload]")];
    expect(preloads.map((link) => [link.getAttribute("as"), link.crossOrigin])).toEqual([["font", "anonymous"]]);
    expect(preloads[0]?.href).toMatch(/inter-latin-wght-normal.*\.woff2$/);
  });

  it("keeps private pages out of search engines and public ones in", () => {
    expect(contentOf(renderHead({ ...page, isPrivate: true }), "meta[name=robots]")).toBe("noindex");
    expect(renderHead(page).querySelector("meta[name=robots]")).toBeNull();
  });

  it("escapes structured data, so that it cannot close its script element", () => {
    const evil = "</script><script>alert(1)</script>";
    const head = renderHead({ ...page, structuredData: { "@type": "Article", headline: evil } });
    const scripts = head.querySelectorAll("script");
    expect(scripts).toHaveLength(1);
    expect(scripts[0]?.type).toBe("application/ld+json");
    expect(JSON.parse(scripts[0]?.textContent ?? "")).toEqual({ "@type": "Article", headline: evil });
  });

  it("[A1.6] describes a finance application at 0 rupees with a 30-day return window", () => {
    expect(productStructuredData()).toMatchObject({
      "@type": "WebApplication",
      applicationCategory: "FinanceApplication",
      offers: { price: "0", priceCurrency: "INR", hasMerchantReturnPolicy: { merchantReturnDays: 30 } },
    });
  });
});
