import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

test("[A2.51] months show profit or loss under the pointer and under the arrow keys", async ({ page, isMobile }) => {
  await page.goto("/monthly-heatmap");
  const grid = page.getByRole("grid");
  await expect(grid.locator("[data-month]")).toHaveCount(89);
  const tip = page.getByRole("tooltip");
  if (!isMobile) {
    await grid.locator('[data-month="Feb 2018"]').hover();
    await expect(tip).toHaveText(/Feb 2018\s*Loss ₹2,338/);
  }
  await grid.locator('[data-month="Jan 2018"]').focus();
  await expect(tip).toHaveText(/Jan 2018\s*Profit ₹5,555/);
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await expect(grid.locator('[data-month="Mar 2019"]')).toBeFocused();
  await expect(tip).toBeInViewport();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("[A2.51] every month and every year's total stand in the page", ONCE, async ({ page }) => {
    await page.goto("/monthly-heatmap");
    await expect(page.locator("[data-month]")).toHaveCount(89);
    await expect(page.getByText("+₹1,11,915")).toBeVisible();
    await expect(page.getByText("These are sample figures.")).toBeVisible();
  });
});
