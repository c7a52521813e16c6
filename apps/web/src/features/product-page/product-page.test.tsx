import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { riskDisclosure } from "../../lib/site-claims.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { productTexts } from "./product-page.texts.ts";
import { ProductPage } from "./product-page.tsx";

preparePageTests();
afterEach(() => sessionStorage.clear());

const open = (buy?: string) =>
  renderSite({
    at: "/products",
    pages: { "/products": () => <ProductPage buy={buy} legalLinks={<li>legal links</li>} /> },
  });

describe("[A2.49] the e-book page", () => {
  it("[A2.49] shows cover, learning list, out-of-stock t-shirt and the three stats", () => {
    open();
    expect(screen.getByAltText(productTexts.coverAlt)).toMatchObject({ width: 640, height: 896 });
    expect(screen.getByRole("heading", { name: productTexts.learnTitle })).toBeDefined();
    expect(screen.getByText(productTexts.shirt)).toBeDefined();
    expect(screen.getByRole("button", { name: "Out of Stock" })).toMatchObject({ disabled: true });
    const figures = screen.getAllByRole("definition").map((one) => one.parentElement?.textContent);
    expect(figures).toEqual(["5000+readersSample", "4.8reader ratingSample", "24/7support"]);
  });

  it("[A9.4] costs 79 instead of 1499: 94% off, 1420 saved", () => {
    open();
    for (const text of ["₹79", "₹1,499", "94% off"]) expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText(/You save ₹1,420\./)).toBeDefined();
  });

  it("has a disabled Buy Now button until payment is available", () => {
    const { unmount } = open();
    expect(screen.getByRole("button", { name: "Buy Now" })).toMatchObject({ disabled: true });
    unmount();
    open("the purchase");
    expect(screen.getByText("the purchase")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Buy Now" })).toBeNull();
  });

  it("[A2.18] brings a link home, disclosure and legal links, because header and footer are hidden here", () => {
    open();
    expect(screen.getByRole("link", { name: productTexts.home }).getAttribute("href")).toBe("/");
    const legal = screen.getByRole("region", { name: productTexts.legal });
    expect(within(legal).getByText("legal links")).toBeDefined();
    expect(legal.textContent).toContain(riskDisclosure);
  });
});

describe("by the switch of all claims", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  async function openWith(claims: "off" | "audited"): Promise<void> {
    vi.stubEnv("SITE_CLAIMS", claims);
    vi.resetModules();
    const { ProductPage: BuiltPage } = await import("./product-page.tsx");
    const { renderSite: renderBuiltSite } = await import("../../testing/render-site.tsx");
    renderBuiltSite({ at: "/", pages: { "/": () => <BuiltPage legalLinks={null} /> } });
  }

  it("readers and rating lose the mark of a sample once they are the operator's own", async () => {
    await openWith("audited");
    expect(document.body.textContent).toContain("5000+");
    expect(screen.queryByText("Sample")).toBeNull();
  });

  it("neither readers nor rating are shown", async () => {
    await openWith("off");
    expect(document.body.textContent).not.toMatch(/5000\+|4\.8/);
    expect(screen.getByText("24/7")).toBeDefined();
  });
});

describe("[A4.9, A9.4] the countdown", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] }));
  afterEach(() => void vi.useRealTimers());

  const shown = () => screen.getByRole("timer").textContent;
  const after = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));

  it("starts at 3h 0m 0s, counts down to zero and stops there; the price stays true", () => {
    open();
    expect(shown()).toBe("3h0m0s");
    after(1);
    expect(shown()).toBe("2h59m59s");
    after(3 * 3_600 - 2);
    expect(shown()).toBe("0h0m1s");
    after(1);
    expect(shown()).toBe("0h0m0s");
    expect(vi.getTimerCount()).toBe(0);
    after(60);
    expect(shown()).toBe("0h0m0s");
    expect(screen.getByText("The timer has ended. The price is still ₹79 today.")).toBeDefined();
  });

  it("resumes when the page is opened again in the same visit, and ignores invalid storage", () => {
    const { unmount } = open();
    after(600);
    unmount();
    vi.advanceTimersByTime(60_000);
    const again = open();
    expect(shown()).toBe("2h49m0s");
    again.unmount();
    for (const nonsense of ["soon", "9".repeat(20), ""]) {
      sessionStorage.setItem("ebook_offer_ends", nonsense);
      const next = open();
      expect(shown()).toBe("3h0m0s");
      next.unmount();
    }
  });
});
