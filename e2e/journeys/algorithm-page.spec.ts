import type { Page } from "@playwright/test";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const shifts = list.getEntriesByType("layout-shift") as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Nothing is reported where nothing has moved.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

test("[A2.39][A2.40] a visitor reads the page, one question at a time, by keyboard too", async ({ page }) => {
  await page.goto("/algorithm");
  await expect(page.getByText("Please login to access the Vriddhi Intelligence")).toBeVisible();
  await expectSound(page);
  const questions = page.locator("details");
  await expect(questions).toHaveCount(10);
  await questions.nth(0).locator("summary").click();
  await expect(questions.nth(0)).toHaveAttribute("open", "");
  await questions.nth(9).locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(questions.nth(9)).toHaveAttribute("open", "");
  await expect(page.locator("details[open]")).toHaveCount(1);
  await expectSound(page);
  await page.getByRole("main").getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test("[A2.39][A9.3] the rupee counter changes on its own timer, moves nothing else and can be stopped", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/algorithm");
  const figure = page.getByRole("figure");
  await figure.scrollIntoViewIfNeeded();
  const spoken = figure.locator(".sr-only").first();
  // A late font moves the page where no font of like width is installed: the test waits for it before it counts shifts.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const [before, movedBefore] = [await figure.boundingBox(), await layoutShift(page)];
  for (let change = 0; change < 3; change += 1) {
    const shown = String(await spoken.textContent());
    await page.clock.runFor(4_000);
    await expect(spoken).not.toHaveText(shown);
  }
  expect(await figure.boundingBox()).toEqual(before);
  expect((await layoutShift(page)) - movedBefore).toBeLessThanOrEqual(0.02);
  await page.getByRole("button", { name: "Pause the example" }).click();
  const stopped = String(await spoken.textContent());
  await page.clock.runFor(20_000);
  await expect(spoken).toHaveText(stopped);
});

test("[A2.41] a subscriber goes on to the brokers", ONCE, async ({ page, request }) => {
  const { users } = await (await request.get("/sandbox/accounts")).json();
  await page.request.post("/auth/login", { data: { email: users[0].email, password: users[0].password } });
  await page.goto("/algorithm");
  await expect(page.getByRole("heading", { name: "Active Subscription" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Algorithm Dashboard" }).click();
  await expect(page).toHaveURL(/\/broker-selection$/);
  await expect(page.getByRole("heading", { level: 1, name: "Choose your broker" })).toBeVisible();
});
