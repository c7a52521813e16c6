import { PATIENCE_MS } from "../fixtures/patience.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

const sections = ["hero", "glance", "education", "reviews", "closing"];
const filmTransform = () => document.querySelector<HTMLElement>(".home-film-layer")?.style.transform ?? "";

test("[A2.1][A2.24] shows all its sections in order, sound from top to bottom", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const id of sections) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await expect(page.locator(`#${id}`)).toBeVisible();
  }
  const order = await page.evaluate(() =>
    [...document.querySelectorAll("section[id], footer[id]")].map((section) => section.id),
  );
  expect(order).toEqual(sections);
  await expectSound(page);
});

test("[A2.23][A9.1] moves the muted film at half the speed of the page, after the page is there", async ({ page }) => {
  await page.goto("/");
  const film = page.locator(".home-film video");
  await expect(film).toHaveAttribute("data-shown", "true");
  expect(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.loop])).toEqual([true, true]);
  expect(await page.locator(".home-film").evaluate((layer) => getComputedStyle(layer).position)).toBe("fixed");
  await page.evaluate(() => window.scrollTo({ top: 500, behavior: "instant" }));
  await expect.poll(() => page.evaluate(filmTransform)).toContain("-250px");
  const pause = page.getByRole("button", { name: "Pause the background film" });
  await pause.click();
  expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test("[A2.23] fetches no film and moves nothing", ONCE, async ({ page }) => {
    const films: string[] = [];
    page.on("request", (request) => {
      if (/film\.(webm|mp4)/.test(request.url())) films.push(request.url());
    });
    await page.goto("/", { waitUntil: "networkidle" });
    await page.evaluate(() => window.scrollTo(0, 500));
    await page.waitForFunction(() => window.scrollY >= 500);
    expect(await page.evaluate(filmTransform)).toBe("");
    expect(films).toEqual([]);
  });
});

test("[A2.25] navigates by its bar from name to page", async ({ page, isMobile }) => {
  await page.goto("/");
  if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
  // The same word is at the foot of the page too, which lies below the open menu.
  const bar = isMobile ? page.getByRole("dialog", { name: "Menu" }) : page.getByRole("banner");
  await bar.getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL(/\/subscription-plans$/);
  await page.goBack();
  await expect(page.locator("#hero")).toBeVisible();
});

test("[A2.26] scrolls smoothly to the requested section", async ({ page, isMobile }) => {
  test.skip(isMobile, "the way down is a thumb's flick on a phone, so the link is not shown there");
  await page.goto("/");
  await page.getByRole("link", { name: "At a glance" }).click();
  await expect(page.locator("#glance")).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("[A2.1][A2.24] every section can be read", ONCE, async ({ page }) => {
    await page.goto("/");
    for (const id of sections) await expect(page.locator(`#${id}`)).toBeVisible();
    await expect(page.getByText("Investment in securities market are subject to market risks.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Refund policy", exact: true })).toBeVisible();
  });
});

test("[A1.5][A1.6] describes the product to search engines", ONCE, async ({ page }) => {
  await page.goto("/");
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  expect(data).toMatchObject({
    "@type": "WebApplication",
    aggregateRating: { ratingValue: "4.8", ratingCount: "150" },
    offers: { price: "0", priceCurrency: "INR", hasMerchantReturnPolicy: { merchantReturnDays: 30 } },
  });
});

test("[C7.29] gives search engines its sitemap", ONCE, async ({ request }) => {
  expect(await (await request.get("/robots.txt")).text()).toContain("/sitemap.xml");
  const sitemap = await (await request.get("/sitemap.xml")).text();
  expect(sitemap.match(/<loc>/g)?.length).toBeGreaterThanOrEqual(22);
  expect(sitemap).toContain("/monthly-heatmap</loc>");
});

test(
  "can be installed, and shows an offline page, whatever page came first",
  ONCE,
  async ({ page, context, request, complaints }) => {
    const manifest = await (await request.get("/manifest.webmanifest")).json();
    for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
    await page.goto("/subscription-plans");
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    // A service worker that starts at this moment may not know yet that there is no connection.
    await expect(async () => {
      await page.goto("/about");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline", { timeout: 1_000 });
    }).toPass({ timeout: PATIENCE_MS });
    await context.setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    complaints.length = 0; // the browser names the missing connection in its console
  },
);
