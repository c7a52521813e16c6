import type { Page } from "@playwright/test";
import { arriveSubscribed, type BrokerAccount, openBrokerAccount } from "../fixtures/broker.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

const TAB = "/algorithm/dashboard/AngelOneConnection";
const view = (page: Page, title: string) => page.getByRole("heading", { level: 2, name: title });
const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text }).last();

async function fillIn(page: Page, account: BrokerAccount): Promise<void> {
  await page.getByLabel("API key").fill(account.api_key);
  await page.getByLabel("Client code").fill(account.client_id);
  await page.getByLabel("Trading PIN", { exact: true }).fill(account.pin);
  await page.getByLabel("TOTP secret or code", { exact: true }).fill(account.totp_secret);
}

test("[B2.16, B2.17, B4.7, B4.9, B7.21, B7.22, B7.23, B8.9] links an account, and every open tab shows the change of one", async ({
  page,
  productUrl,
  mailTo,
  context,
  isMobile,
}) => {
  test.slow();
  const { userId } = await arriveSubscribed({ page, productUrl, mailTo });
  const account = await openBrokerAccount(page, productUrl, "angelone");
  await page.goto(TAB);
  await expect(view(page, "Connect to Angel One")).toBeVisible();
  await expect(page.getByLabel("Trading PIN", { exact: true })).toHaveAttribute("maxlength", "4");
  await expectSound(page);
  const beside = await context.newPage();
  await beside.route("**/otp/check-ip-verification", (route) =>
    route.fulfill({ json: { is_verified: true, verified_at: new Date().toISOString(), message: "" } }),
  );
  await beside.goto(TAB);
  await expect(view(beside, "Connect to Angel One")).toBeVisible();

  await fillIn(page, account);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(toast(page, "Successfully connected to Angel One!")).toBeVisible();
  await expect(view(page, "Connected to Angel One")).toBeVisible();
  await expect(page.getByText(account.client_id, { exact: true })).toBeVisible();
  await expect(page.getByText(account.name)).toBeVisible();
  await expectSound(page);
  await expect(view(beside, "Connected to Angel One")).toBeVisible();
  const key = `own:${userId}:angelone_connection`;
  expect(JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key)) ?? "")).toMatchObject({
    isConnected: true,
  });

  await page.getByRole("button", { name: "Refresh Status" }).click();
  await expect(toast(page, "Angel One tokens refreshed successfully")).toBeVisible();
  await page.getByRole("button", { name: "Reconnect" }).click();
  await expect(page.getByLabel("Client code")).toHaveValue(account.client_id);
  await page.getByRole("button", { name: "Keep the connection" }).click();
  await beside.getByRole("button", { name: "Disconnect" }).click();
  await expect(toast(beside, "Successfully disconnected from Angel One")).toBeVisible();
  await expect(beside.getByLabel("Client code")).toHaveValue("");
  await expect(view(page, "Connect to Angel One")).toBeVisible();

  // Stored values are returned as masks, and masks are enough to connect again.
  await beside.getByRole("button", { name: "Fetch Credentials" }).click();
  await expect(beside.getByLabel("TOTP secret or code", { exact: true })).toHaveValue(/^•+/);
  await expect(beside.getByLabel("Trading PIN", { exact: true })).toHaveValue("••••");
  await beside.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(view(beside, "Connected to Angel One")).toBeVisible();

  // Signed out on any page: no data of the user stays in the browser.
  await beside.close();
  await page.goto("/support");
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).not.toBeNull();
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /log ?out/i })
    .click();
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
});

test("[B8.9] says when the login is refused, and why", ONCE, async ({ page, productUrl, mailTo, complaints }) => {
  await arriveSubscribed({ page, productUrl, mailTo });
  const account = await openBrokerAccount(page, productUrl, "angelone");
  await page.goto(TAB);
  await page.getByRole("button", { name: "Fetch Credentials" }).click();
  await expect(toast(page, "Failed to fetch credentials")).toBeVisible();
  await fillIn(page, account);
  await page.getByLabel("Trading PIN", { exact: true }).fill(account.pin === "0000" ? "1111" : "0000");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(toast(page, "Failed to connect to Angel One")).toBeVisible();
  await expect(page.locator("form [role=alert]", { hasText: "Failed to connect to Angel One" })).toBeVisible();
  // The broker's message is at its field, and the focus is there.
  await expect(page.getByLabel("Trading PIN", { exact: true })).toBeFocused();
  await expect(page.getByText("Invalid login id or password")).toBeVisible();
  await expectSound(page);
  await expect.poll(() => complaints.length).toBe(2);
  expect(complaints.splice(0).join()).toContain("status of 404");
});
