import type { Page } from "@playwright/test";
import {
  arriveSubscribed,
  type BrokerAccount,
  logInAtBroker,
  openBrokerAccount,
  redirectedAddress,
} from "../fixtures/broker.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

const TAB = "/algorithm/dashboard/FyersConnection";
const view = (page: Page, title: string) => page.getByRole("heading", { level: 2, name: title });
const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text }).last();

async function fillIn(page: Page, account: BrokerAccount): Promise<void> {
  const [appId = "", appType = ""] = account.api_key.split("-");
  await page.getByLabel("Fyers ID").fill(account.client_id);
  await page.getByLabel("App ID").fill(appId);
  await expect(page.getByLabel("App Type")).toHaveValue("100");
  expect(appType).toBe("100");
  await page.getByLabel("PIN", { exact: true }).fill(account.pin);
  await page.getByLabel("TOTP Key").fill(account.totp_secret);
  await page.getByLabel("Secret Key", { exact: true }).fill(account.api_secret);
}

async function connectByHand(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Manual Connect" }).click();
  return opened;
}

test(
  "[B2.12, B2.13, B2.14, B2.15, B4.8, B7.18, B7.19, B8.8] links an account by hand in a window, and later automatically",
  ONCE,
  async ({ page, productUrl, mailTo }) => {
    test.slow();
    await arriveSubscribed({ page, productUrl, mailTo });
    const account = await openBrokerAccount(page, productUrl, "fyers");
    await page.goto(TAB);
    await expect(view(page, "Connect to Fyers")).toBeVisible();
    await expect(page.getByRole("button", { name: "Auto-Connect" })).toBeHidden();
    await expectSound(page);
    await page.getByRole("button", { name: "Manual Connect" }).click();
    await expect(page.getByText("Fyers ID is required")).toBeVisible();
    await expectSound(page);
    await fillIn(page, account);
    const fyers = await connectByHand(page);
    await expect(toast(page, "Successfully initiated Fyers connection")).toBeVisible();
    await expect(page.getByRole("button", { name: "Complete Authentication" })).toBeVisible();
    await expectSound(page);

    await logInAtBroker(fyers, account);
    await expect(view(page, "Connected to Fyers")).toBeVisible();
    await expect(toast(page, "Successfully connected to Fyers")).toBeVisible();
    await expect(page.getByText(account.client_id, { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to the trading dashboard" })).toHaveAttribute(
      "href",
      "/dashboard/trading",
    );
    await expectSound(page);

    // After one login by hand PIN and TOTP are enough, and the masks replace both.
    await page.getByRole("button", { name: "Disconnect" }).click();
    await expect(view(page, "Connect to Fyers")).toBeVisible();
    await expect(page.getByLabel("PIN", { exact: true })).toHaveValue(/^•+$/);
    await expectSound(page);
    await page.getByRole("button", { name: "Auto-Connect" }).click();
    await expect(toast(page, "Successfully connected to Fyers automatically!")).toBeVisible({ timeout: 120_000 });
    await expect(view(page, "Connected to Fyers")).toBeVisible();
  },
);

test(
  "[B2.15, B7.20, B8.8] takes the whole redirected address, and says when a code is invalid",
  ONCE,
  async ({ page, productUrl, mailTo, browser, complaints }) => {
    await arriveSubscribed({ page, productUrl, mailTo });
    const account = await openBrokerAccount(page, productUrl, "fyers");
    await page.goto(TAB);
    await fillIn(page, account);
    await (await connectByHand(page)).close();
    const code = page.getByLabel("Auth code or redirected address");
    await code.fill("made-up");
    await page.getByRole("button", { name: "Complete Authentication" }).click();
    await expect(toast(page, "Failed to complete authentication")).toBeVisible();
    await expect.poll(() => complaints.length).toBe(1);
    expect(complaints.splice(0)[0]).toContain("status of 400");

    const authUrl = await page.getByRole("link", { name: "Open the login page" }).getAttribute("href");
    await code.fill(await redirectedAddress(browser, authUrl ?? "", account));
    await page.getByRole("button", { name: "Complete Authentication" }).click();
    await expect(view(page, "Connected to Fyers")).toBeVisible();
    await expect(toast(page, "Successfully connected to Fyers")).toBeVisible();
  },
);
