import type { Page } from "@playwright/test";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, newAddress, test } from "../fixtures/test.ts";

const pressGoogle = async (page: Page) => {
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await expect(page.getByRole("heading", { name: "Choose an account" })).toBeVisible();
};

test("[A2.28, A2.33, A4.4, A7.7, A7.8, A9.2] a new person signs in with Google, reaches the target page and enters the date of birth", async ({
  page,
  isMobile,
}) => {
  const email = newAddress();
  await page.goto("/login?next=/courses");
  await expectSound(page);
  await pressGoogle(page);
  await page.getByText("Use another account").click();
  await page.getByLabel("Name").fill("Nila Iyer");
  await page.getByLabel("Email").fill(email);

  // Our server's answer waits until the page has been checked.
  const exchanges: string[] = [];
  const referrers: (string | undefined)[] = [];
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  page.on("request", (request) => void referrers.push(request.headers()["referer"]));
  await page.route("**/google-auth/callback?*", async (route) => {
    exchanges.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Signing you in" })).toBeVisible();
  await expect.poll(() => exchanges.length).toBe(1);
  await expect(page).toHaveURL(/\/google\/callback$/);
  await expectSound(page);
  letGo();

  await expect(page).toHaveURL(/\/courses$/);
  expect(exchanges).toHaveLength(1);
  const sent = new URL(exchanges[0] ?? "").searchParams;
  expect([...sent.keys()].toSorted()).toEqual(["code", "iss", "state"]);
  expect(referrers.filter((referrer) => referrer?.includes("code="))).toEqual([]);
  expect(await page.evaluate(() => document.referrer + JSON.stringify(history.state))).not.toContain("code=");

  const birth = page.getByRole("dialog", { name: "When were you born?" });
  await birth.getByLabel("Date of birth").fill("1990-05-01");
  await expectSound(page);
  await birth.getByRole("button", { name: "Continue" }).click();
  await expect(birth).toBeHidden();
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("link", { name: "My Profile" }).click();
  await expect(page.locator("dd", { hasText: email })).toBeVisible();
});

test(
  "[A2.32, A8.4] a sign-in cancelled at Google says why and leads back to the login",
  ONCE,
  async ({ page, complaints }) => {
    await page.goto("/auth");
    await pressGoogle(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Authentication failed. Please try again.")).toBeVisible();
    await expect(page).toHaveURL(/\/google\/callback$/);
    await expectSound(page);
    await page.getByRole("link", { name: "Back to Login" }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByRole("button", { name: "Sign in with Google" })).toBeVisible();
    await expect.poll(() => complaints.length).toBe(1);
    expect(complaints.splice(0)).toEqual([expect.stringContaining("status of 400")]);
  },
);

test(
  "[A8.4] an address that Google has not verified is refused with the server's sentence",
  ONCE,
  async ({ page, complaints }) => {
    await page.goto("/auth");
    await pressGoogle(page);
    await page.getByRole("button", { name: /Rohan Das/ }).click();
    await expect(page.getByText("Your Google email address is not verified.")).toBeVisible();
    await expect.poll(() => complaints.length).toBe(1);
    expect(complaints.splice(0)[0]).toContain("status of 400");
  },
);

test("[A2.10, A8.4] without a code there is nothing to finish", ONCE, async ({ page }) => {
  await page.goto("/google/callback");
  await expect(page.getByText("No authorization code received")).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test(
  "[A4.4] a subscribed account reaches the dashboard, and the page that came from Google can write",
  ONCE,
  async ({ page, complaints }) => {
    await page.goto("/auth");
    await pressGoogle(page);
    // The page polls its connection: not while it is logged out underneath.
    const asked = page.waitForResponse(/\/fyers\/status/);
    await page.getByRole("button", { name: /Asha Rao/ }).click();
    // The first time, on whichever screen that is, the account is linked by its password.
    const password = page.getByLabel("Password", { exact: true });
    await Promise.race([page.waitForURL(/\/algorithm\/dashboard/), password.waitFor()]);
    if (await password.isVisible()) {
      await expect.poll(() => complaints.length).toBe(1);
      expect(complaints.splice(0)[0]).toContain("status of 401");
      await password.fill("demo-password");
      await page.getByRole("button", { name: "Continue" }).click();
    }
    await expect(page).toHaveURL(/\/algorithm\/dashboard/);
    await asked;
    // Still the same document, which sends no referrer: the server must accept it as its own all the same.
    const status = await page.evaluate(async () => (await fetch("/auth/logout", { method: "POST" })).status);
    expect(status).toBe(200);
    // The server rightly refused the page's requests after the logout.
    expect(complaints.splice(0).filter((text) => !text.includes("status of 401"))).toEqual([]);
  },
);
