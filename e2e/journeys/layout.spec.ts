import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

const publicPages = [
  "/",
  "/about",
  "/subscription-plans",
  "/research",
  "/products",
  "/free-trial",
  "/broker-selection",
  "/monthly-heatmap",
  "/algorithm",
  "/support",
];

test(
  "[A2.16] sends an unknown page home, and answers a missing file with a 404 page",
  ONCE,
  async ({ page, request }) => {
    await page.goto("/nowhere/at/all?x=1");
    await expect(page).toHaveURL(/:\d+\/$/);
    const note = page.locator("[data-toast=info]", { hasText: "There is no page at that address" });
    await expect(note).toBeVisible();
    // It covers no navigation.
    const bar = page.getByRole("navigation", { name: "Main" });
    const distance = async () => ((await note.boundingBox())?.y ?? 0) - ((await bar.boundingBox())?.y ?? 0);
    await expect.poll(distance).toBeGreaterThan(44);
    await page.goto("/blogs");
    await expect(page).toHaveURL(/\/research$/);
    await page.getByRole("link", { name: "Home" }).first().click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(note).toHaveCount(0);
    const missing = await request.get("/assets/nothing.js", { headers: { accept: "*/*" } });
    expect(missing.status()).toBe(404);
    expect(await missing.json()).toEqual({ detail: "Not found.", code: "not_found" });
  },
);

test(
  "[A2.4][A6.2][B6.1] sends a visitor from the logged-in pages to the login and back to the target page",
  ONCE,
  async ({ page, request }) => {
    const { users } = await (await request.get("/sandbox/accounts")).json();
    const demo = users[0];
    await page.goto("/courses");
    await expect(page).toHaveURL(/\/login\?next=%2Fcourses$/);
    await page.goto("/algorithm/dashboard/UserProfile");
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel("Email").fill(demo.email);
    await page.getByLabel("Password", { exact: true }).fill(demo.password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL(/\/algorithm\/dashboard\/UserProfile$/);
    await expect(page.locator("dd", { hasText: demo.name })).toBeVisible();
    await expectSound(page);
    await page.goto("/auth");
    await expect(page).toHaveURL(/\/algorithm\/dashboard/);
  },
);

test("[A2.18][A2.21] shows header and footer where they belong and nowhere else", async ({ page }) => {
  const bars = async (path: string) => {
    await page.goto(path);
    return {
      header: await page
        .getByRole("navigation", { name: "Main" })
        .or(page.getByRole("button", { name: /menu/i }))
        .first()
        .isVisible(),
      footer: await page.getByRole("contentinfo").isVisible(),
    };
  };
  expect(await bars("/about")).toEqual({ header: true, footer: true });
  expect((await bars("/algorithm")).footer).toBe(false);
  expect((await bars("/subscription-plans")).footer).toBe(false);
  expect((await bars("/free-trial")).footer).toBe(false);
  await page.goto("/products");
  await expect(page.getByRole("banner")).toHaveCount(0);
});

test("[A2.19][C2.14] starts every page at its top", async ({ page, isMobile }) => {
  await page.setViewportSize({ width: isMobile ? 360 : 1440, height: 320 });
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("link").first().waitFor();
  const scrollDown = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight);
      return window.scrollY;
    });
  await expect.poll(scrollDown).toBeGreaterThan(0);
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  // The footer has such a link too, which an open menu covers.
  const bar = isMobile ? page.getByRole("dialog", { name: "Menu" }) : page.getByRole("banner");
  await bar.getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL(/subscription-plans$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("[A2.22] describes each page for search engines, without query or hash in its address", ONCE, async ({ page }) => {
  await page.goto("/about?utm_source=x#team");
  const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
  expect(canonical).toMatch(/\/about$/);
  for (const language of ["en", "x-default"]) await expect(page.locator(`link[hreflang="${language}"]`)).toHaveCount(1);
  await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute("content", "en_US");
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
});

test(
  "[A2.22][C7.29] a page names the very address under which the sitemap lists it, also once its scripts run",
  ONCE,
  async ({ page, request, productUrl }) => {
    const sitemap = await (await request.get("/sitemap.xml")).text();
    // One page of the build, one that is rendered for each request.
    for (const path of ["/algorithm", "/research"]) {
      const address = productUrl.replace(/\/$/, "") + path;
      expect(sitemap).toContain(`<loc>${address}</loc>`);
      expect(await (await request.get(path, { headers: { accept: "text/html" } })).text()).toContain(
        `<link rel="canonical" href="${address}"/>`,
      );
      await page.goto(path, { waitUntil: "networkidle" });
      await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address);
      await expect(page.locator('meta[property="og:url"]')).toHaveAttribute("content", address);
    }
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("[A2.1] public pages can still be read", ONCE, async ({ page }) => {
    for (const path of publicPages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    }
  });
});

test("[A6.1] opens every public page to a visitor, with nothing for axe to find", async ({ page }) => {
  for (const path of publicPages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expectSound(page);
  }
});

const MOMENT_MS = 5_000;

test("[B2.1][B2.2][B2.3] walks the dashboard by its entries, and an unknown tab falls back to the first", async ({
  page,
  request,
  isMobile,
}) => {
  const { users } = await (await request.get("/sandbox/accounts")).json();
  await page.request.post("/auth/login", { data: { email: users[0].email, password: users[0].password } });
  await page.goto("/algorithm/dashboard/Nonsense");
  await expect(page.getByRole("heading", { name: "Fyers Connection" })).toBeVisible();
  const menu = page.getByRole("button", { name: /menu|sections/i }).first();
  const entry = page.getByRole("link", { name: "Zerodha Trading" }).first();
  // A menu that was opened while the page still arrived may close again with it: then it is opened once more.
  await expect(async () => {
    if (isMobile && !(await entry.isVisible())) await menu.click({ timeout: MOMENT_MS });
    await entry.click({ timeout: MOMENT_MS });
  }).toPass();
  await expect(page).toHaveURL(/ZerodhaTrading$/);
  await expectSound(page);
  await page.goto("/dashboard?tab=AngelOneConnection");
  await expect(page).toHaveURL(/\/algorithm\/dashboard\/AngelOneConnection$/);
});
