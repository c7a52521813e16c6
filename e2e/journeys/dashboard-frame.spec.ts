import type { Page } from "@playwright/test";
import { arriveSubscribed, openBrokerAccount } from "../fixtures/broker.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

const DASHBOARD = "/algorithm/dashboard";
const bar = (page: Page) => page.getByRole("navigation", { name: "Quick navigation" });
const strip = (page: Page) => page.getByRole("list", { name: "Today at a glance" });

test("[B2.3] a phone has five tasks at the thumb, its menu has every entry, and every user finds the logout", async ({
  page,
  productUrl,
  mailTo,
  isMobile,
}) => {
  test.slow();
  await arriveSubscribed({ page, productUrl, mailTo });
  await page.goto(`${DASHBOARD}/Today`);
  await expect(strip(page)).toBeVisible();
  await expectSound(page);
  if (isMobile) {
    await expect(bar(page).getByRole("link")).toHaveText(["Today", "Trading", "Brokers", "Alerts", "You"]);
    await bar(page).getByRole("link", { name: "Brokers" }).click();
    await expect(page).toHaveURL(/FyersConnection$/);
    await page.getByRole("link", { name: "Zerodha", exact: true }).click();
    await expect(page).toHaveURL(/ZerodhaConnection$/);
    await bar(page).getByRole("link", { name: "Trading" }).click();
    await expect(page).toHaveURL(/ZerodhaTrading$/);
    await bar(page).getByRole("link", { name: "You" }).click();
    await page.getByRole("navigation", { name: "General" }).getByRole("link", { name: "Settings" }).click();
    await expect(page).toHaveURL(/Settings$/);
    await page.getByRole("button", { name: "Open menu" }).click();
    await expectSound(page);
  }
  await page.getByRole("button", { name: "Log out" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /log ?out/i })
    .last()
    .click();
  await expect(page).toHaveURL(`${productUrl}/`);
});

test("an alert is listed with its fact, and is new until it was opened", async ({
  page,
  productUrl,
  mailTo,
  isMobile,
}) => {
  await arriveSubscribed({ page, productUrl, mailTo });
  await page.goto(`${DASHBOARD}/UserProfile`);
  await expect(page.getByRole("heading", { level: 1, name: "User Profile" })).toBeVisible();
  const headers = { origin: productUrl };
  const sent = await page.request.post("/notifications/test", { data: { channel: "mail" }, headers });
  expect(sent.ok()).toBe(true);
  // No reload: the live event brings it.
  const alerts = isMobile
    ? bar(page).getByRole("link", { name: /Alerts/ })
    : page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: /Alerts/ });
  await expect(alerts).toContainText("new");
  await alerts.click();
  await expect(page.getByText("You asked for this message. It arrived, so the others will too.").first()).toBeVisible();
  await expectSound(page);
  await expect(alerts).not.toContainText("new");
});

test(
  "[B2.5] the strip shows a broker as soon as it is connected, on every tab",
  ONCE,
  async ({ page, productUrl, mailTo }) => {
    await arriveSubscribed({ page, productUrl, mailTo });
    await page.goto(`${DASHBOARD}/Subscription`);
    await expect(strip(page).getByRole("link", { name: /No broker/ })).toBeVisible();
    await expectSound(page);
    const { api_key, client_id, pin, totp_secret } = await openBrokerAccount(page, productUrl, "angelone");
    const data = { api_key, username: client_id, password: pin, totp_token: totp_secret };
    const linked = await page.request.post("/angelone/connect", { data, headers: { origin: productUrl } });
    expect(linked.ok()).toBe(true);
    await expect(strip(page).getByRole("link", { name: /No broker/ })).toBeHidden();
    await page.goto("/broker-selection");
    await expect(page.getByRole("link", { name: "Open Angel One" })).toBeVisible();
  },
);
