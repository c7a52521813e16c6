import type { Page } from "@playwright/test";
import { arriveSubscribed, openBrokerAccount } from "../fixtures/broker.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

/** A stop that a busy machine answers too late has another toast, and is a stop all the same. B4.6 */
const stopToast = (text: string) => new RegExp(`${text}|Stop request sent`);
const toast = (page: Page, text: string | RegExp) => page.locator("[data-toast]", { hasText: text }).last();
const status = (page: Page, word: "Running" | "Stopped") => page.getByRole("heading", { level: 2, name: word });

/** Links an Angel One account, which needs no page of the broker's. */
async function linkAngelOne(page: Page, productUrl: string): Promise<void> {
  const account = await openBrokerAccount(page, productUrl, "angelone");
  const reply = await page.request.post("/angelone/connect", {
    headers: { origin: productUrl },
    data: {
      api_key: account.api_key,
      username: account.client_id,
      password: account.pin,
      totp_token: account.totp_secret,
    },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

async function agree(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Before the first start" });
  await expect(dialog).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("radio", { name: /^Auto/ }).check();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Agree and activate" }).click();
}

test("[B2.10, B2.11, B4.3, B4.5, B5.1, B5.2, B7.14, B7.15, B8.6] sets a capital, starts, sees it run and stops", async ({
  page,
  productUrl,
  mailTo,
}) => {
  test.slow();
  const { userId } = await arriveSubscribed({ page, productUrl, mailTo });
  await page.goto("/dashboard/trading");
  await expect(page.getByRole("heading", { level: 1, name: "Fyers Trading Dashboard" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Broker Connected" })).toBeVisible();
  await expectSound(page);

  await linkAngelOne(page, productUrl);
  await page.reload();
  const capital = page.getByLabel("Capital allocation");
  await expect(capital).toHaveValue("500");
  await expect(page.getByText("Will trade through Angel One")).toBeVisible();
  // A value typed before the band has loaded is not refused because of it.
  const band = page.getByText(/^(Your upper band ₹5,000|₹500 to ₹5,000, in steps of ₹500)$/);
  await expect(band.filter({ visible: true }).first()).toBeVisible();
  await capital.fill("60000");
  await expect(toast(page, "Capital cannot exceed your upper band of ₹5,000")).toBeVisible();
  await expect(capital).toHaveValue("5000");
  await page.getByRole("button", { name: /^1K,/ }).click();
  await expect(page.getByText("₹1,000", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^10K,/ })).toBeDisabled();
  await expectSound(page);

  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await agree(page);
  await expect(toast(page, "Algorithm started successfully")).toBeVisible();
  await expect(status(page, "Running")).toBeVisible();
  await expect(capital).toBeDisabled();
  await expect(capital).toHaveValue("1000");
  await expectSound(page);
  const known = await (await page.request.get("/algorithm/all-status", { headers: { "x-user-id": userId } })).json();
  expect(known.angelone).toMatchObject({
    status: "running",
    capital: 1_000,
    approval_mode: "auto",
    consent_needed: null,
  });

  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(toast(page, stopToast("Algorithm stoped successfully"))).toBeVisible();
  await expect(status(page, "Stopped")).toBeVisible();
  await expect(capital).toBeEnabled();
});

test(
  "[B2.23, B4.7, B7.16, B7.17, B8.6] starts Angel One in one tab, and another tab shows it at once",
  ONCE,
  async ({ page, context, productUrl, mailTo }) => {
    test.slow();
    const TAB = "/algorithm/dashboard/AngelOneTrading";
    await arriveSubscribed({ page, productUrl, mailTo });
    await page.goto(TAB);
    await expect(page.getByRole("heading", { name: "Connection Required" })).toBeVisible();
    await linkAngelOne(page, productUrl);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Daily Schedule" })).toBeVisible();
    const beside = await context.newPage();
    await beside.route("**/otp/check-ip-verification", (route) =>
      route.fulfill({ json: { is_verified: true, verified_at: new Date().toISOString(), message: "" } }),
    );
    await beside.goto(TAB);
    await expect(status(beside, "Stopped")).toBeVisible();

    await page.getByRole("button", { name: "Activate", exact: true }).click();
    await agree(page);
    await expect(toast(page, "Angel One algorithm started successfully!")).toBeVisible();
    await expect(status(page, "Running")).toBeVisible();
    await expect(status(beside, "Running")).toBeVisible();
    // The toast stays for three seconds only: the wait for it begins before the press.
    await Promise.all([
      expect(toast(beside, stopToast("Angel One algorithm stopped successfully!"))).toBeVisible(),
      beside.getByRole("button", { name: "Stop", exact: true }).click(),
    ]);
    await expect(status(page, "Stopped")).toBeVisible();
    await expectSound(page);
  },
);
