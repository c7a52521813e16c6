import { newPerson, PASSWORD } from "../fixtures/payment.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

test(
  "[A2.46][A2.47][A2.48][A5.9][A8.5] a visitor logs in for the trial, starts it once and goes to the dashboard",
  ONCE,
  async ({ page, productUrl, mailTo }) => {
    const email = await newPerson({ page, productUrl, mailTo }, false);
    await page.goto("/free-trial");
    await expect(page.getByRole("heading", { name: "FREE TRIAL" })).toBeVisible();
    await expectSound(page);
    await page.getByRole("link", { name: "Login to Start Free Trial" }).click();
    await expect(page).toHaveURL(/\/auth\?next=%2Ffree-trial$/);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL(/\/free-trial$/);
    await expect(page.getByText("Inactive")).toBeVisible();
    await page.getByRole("button", { name: "Start Free Trial" }).click();
    await expect(page.locator("[data-toast=success]", { hasText: "Free trial activated successfully!" })).toBeVisible();
    await expect(page.getByText("Free Trial", { exact: true })).toBeVisible();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await expectSound(page);
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await expect(page).toHaveURL(/\/algorithm\/dashboard$/);
    await expect(page.getByRole("dialog", { name: "Subscription Required" })).toBeHidden();
  },
);
