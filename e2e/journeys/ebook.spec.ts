import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { isPdf, pay, sheetOf } from "../fixtures/payment.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, newAddress, test } from "../fixtures/test.ts";

const buyNow = (page: Page) => page.getByRole("button", { name: "Buy Now" });

async function download(page: Page): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the e-book" }).click(),
  ]);
  return readFileSync(await file.path());
}

test("[A2.50][A4.8][A7.20] a guest buys the e-book, downloads it, and finds it again after a reload and by mail", async ({
  page,
  mailTo,
}) => {
  const email = newAddress();
  await page.goto("/products");
  await buyNow(page).click();
  await expect(sheetOf(page).getByRole("button", { name: "Pay ₹79" })).toBeVisible();
  await pay(page, "success", email);
  await expect(page.getByRole("heading", { name: "Your e-book is ready" })).toBeFocused();
  await expectSound(page);
  expect(isPdf(await download(page))).toBe(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your e-book is ready" })).toBeVisible();
  expect(isPdf(await download(page))).toBe(true);
  expect((await mailTo(email, /e-book/i)).text).toContain("/ebook/download?token=");
  await page.getByRole("button", { name: "Forget this purchase on this device" }).click();
  await expect(buyNow(page)).toBeVisible();
});

test(
  "[A8.10] a refused payment shows its reason, and closing the sheet leaves the page as it was",
  ONCE,
  async ({ page }) => {
    await page.goto("/products");
    await buyNow(page).click();
    await pay(page, "failure", newAddress());
    await expect(page.getByText("Payment failed. Please try again.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator("iframe[name=razorpay-sheet]")).toHaveCount(0);
    await expect(buyNow(page)).toBeVisible();
    await expectSound(page);
  },
);
