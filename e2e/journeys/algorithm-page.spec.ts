import { expect, expectSound, test } from "../fixtures/test.ts";

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

test("[A2.39][A9.3] the rupee counter changes by itself, moves nothing else and can be stopped", async ({ page }) => {
  await page.goto("/algorithm");
  const figure = page.getByRole("figure");
  await figure.scrollIntoViewIfNeeded();
  const spoken = figure.locator(".sr-only").first();
  await expect(spoken).toHaveText("₹1,00,000");
  const before = await figure.boundingBox();
  await expect(spoken).not.toHaveText("₹1,00,000", { timeout: 6_000 });
  expect(await figure.boundingBox()).toEqual(before);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 4_500);
      }),
  );
  expect(shift).toBeLessThanOrEqual(0.02);
  await page.getByRole("button", { name: "Pause the example" }).click();
  const stopped = await spoken.textContent();
  await page.waitForTimeout(4_500);
  await expect(spoken).toHaveText(String(stopped));
});

test("[A2.41] a subscriber goes on to the brokers", async ({ page, request }) => {
  const { users } = await (await request.get("/sandbox/accounts")).json();
  await page.request.post("/auth/login", { data: { email: users[0].email, password: users[0].password } });
  await page.goto("/algorithm");
  await expect(page.getByRole("heading", { name: "Active Subscription" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Algorithm Dashboard" }).click();
  await expect(page).toHaveURL(/\/broker-selection$/);
  await expect(page.getByRole("heading", { level: 1, name: "Choose your broker" })).toBeVisible();
});
