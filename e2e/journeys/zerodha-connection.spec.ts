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

const TAB = "/algorithm/dashboard/ZerodhaConnection";
const view = (page: Page, title: string) => page.getByRole("heading", { level: 2, name: title });
const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text }).last();

async function fillIn(page: Page, account: BrokerAccount): Promise<void> {
  await page.getByLabel("API key").fill(account.api_key);
  await page.getByLabel("API secret", { exact: true }).fill(account.api_secret);
  await page.getByLabel("Client ID").fill(account.client_id);
}

async function saveAndOpen(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Save and Connect" }).click();
  return opened;
}

test("[B2.18, B2.19, B2.20, B2.21, B2.22, B4.10, B7.24, B7.25, B8.10] links an account over Kite's own page, changes settings, disconnects, reconnects, deletes", async ({
  page,
  productUrl,
  mailTo,
}) => {
  test.slow();
  await arriveSubscribed({ page, productUrl, mailTo });
  const account = await openBrokerAccount(page, productUrl, "zerodha");
  await page.goto(TAB);
  await expect(view(page, "Connect to Zerodha")).toBeVisible();
  await expect(page.getByText("Not Connected", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Redirect URL", { exact: true })).toHaveValue(`${productUrl}/connect/zerodha`);
  await expectSound(page);
  await fillIn(page, account);
  const kite = await saveAndOpen(page);
  await expect(view(page, "Complete Zerodha Login")).toBeVisible();
  await expect(toast(page, "Zerodha credentials saved! Please complete the login process.")).toBeVisible();
  await expect(page.getByText("Pending Auth")).toBeVisible();
  await expect(page.getByRole("button", { name: "Complete Login" })).toBeDisabled();
  await expectSound(page);

  await logInAtBroker(kite, account);
  await expect(view(page, "Connected to Zerodha")).toBeVisible();
  await expect(toast(page, "Successfully connected to Zerodha!")).toBeVisible();
  await expect(page.getByText(account.name)).toBeVisible();
  await expectSound(page);

  await page.getByRole("switch", { name: "Auto trading" }).click();
  await page.getByLabel("Max daily trades").fill("12");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(toast(page, "Zerodha credentials saved successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Max daily trades")).toHaveValue("12");
  await expect(page.getByRole("switch", { name: "Auto trading" })).toBeChecked();

  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(toast(page, "Disconnected from Zerodha. Your API credentials have been preserved.")).toBeVisible();
  await expect(view(page, "Connect to Zerodha")).toBeVisible();
  await expect(page.getByLabel("API secret", { exact: true })).toHaveValue(/^•+/);

  // The page sends the masks unchanged, and Kite still accepts the account.
  await saveAndOpen(page);
  await expect(view(page, "Connected to Zerodha")).toBeVisible();

  // A reconnect of a live session goes to Kite again.
  await page.getByRole("button", { name: "Reconnect" }).click();
  await expect(view(page, "Connect to Zerodha")).toBeVisible();
  await expectSound(page);
  await saveAndOpen(page);
  await expect(view(page, "Connected to Zerodha")).toBeVisible();

  await page.getByRole("button", { name: "Delete Credentials" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "Are you sure you want to completely delete your Zerodha API credentials? You'll need to re-enter them to reconnect.",
  );
  await expectSound(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Zerodha credentials deleted completely")).toBeVisible();
  await expect(page.getByLabel("API key")).toHaveValue("");
});

test(
  "[A2.17, B2.20] a login is finished in the browser that began it, also after a reload, and in no other",
  ONCE,
  async ({ page, productUrl, mailTo, browser }) => {
    await arriveSubscribed({ page, productUrl, mailTo });
    const account = await openBrokerAccount(page, productUrl, "zerodha");
    await page.goto(TAB);
    await fillIn(page, account);
    const kite = await saveAndOpen(page);
    const way = page.getByRole("link", { name: "Open the login page" });
    const loginUrl = await way.getAttribute("href");
    await kite.close();

    const elsewhere = await (await browser.newContext({ baseURL: productUrl })).newPage();
    await elsewhere.goto(loginUrl ?? "");
    await logInAtBroker(elsewhere, account);
    await expect(elsewhere.getByRole("heading", { name: "Zerodha is not connected" })).toBeVisible();
    await expect(elsewhere).toHaveURL(`${productUrl}/connect/zerodha`);
    await expectSound(elsewhere);
    await elsewhere.goto("/connect/zerodha?request_token=made-up&action=login&status=success&state=made-up");
    await expect(elsewhere.getByText("This login is too old or was begun in another browser.")).toBeVisible();
    await elsewhere.context().close();

    await page.reload();
    await expect(view(page, "Complete Zerodha Login")).toBeVisible();
    await expect(page.getByText("Pending Auth")).toBeVisible();
    const again = page.waitForEvent("popup");
    await way.click();
    await logInAtBroker(await again, account);
    await expect(view(page, "Connected to Zerodha")).toBeVisible();
  },
);

test(
  "[B2.20, B8.10] shows the broker's reason for a refused token, and accepts the whole address",
  ONCE,
  async ({ page, productUrl, mailTo, browser, complaints }) => {
    await arriveSubscribed({ page, productUrl, mailTo });
    const account = await openBrokerAccount(page, productUrl, "zerodha");
    await page.goto(TAB);
    await fillIn(page, account);
    await (await saveAndOpen(page)).close();
    const token = page.getByLabel("Request token or redirected address");
    await token.fill("made-up");
    await page.getByRole("button", { name: "Complete Login" }).click();
    await expect(page.locator("[data-toast=error]")).toBeVisible();
    await expect.poll(() => complaints.length).toBe(1);
    expect(complaints.splice(0)[0]).toContain("status of 400");
    await expectSound(page);

    const loginUrl = await page.getByRole("link", { name: "Open the login page" }).getAttribute("href");
    await token.fill(await redirectedAddress(browser, loginUrl ?? "", account));
    await page.getByRole("button", { name: "Complete Login" }).click();
    await expect(view(page, "Connected to Zerodha")).toBeVisible();
    await expect(toast(page, "Successfully connected to Zerodha!")).toBeVisible();
  },
);
