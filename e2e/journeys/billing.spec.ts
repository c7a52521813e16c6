import { readFileSync } from "node:fs";
import { openBrokerAccount } from "../fixtures/broker.ts";
import { isPdf, newPerson, pay } from "../fixtures/payment.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

const TAB = "/algorithm/dashboard/Subscription";

test(
  "[B2.25] a subscriber sees the payment, saves its invoice, cancels the reminders and undoes it",
  ONCE,
  async ({ page, productUrl, mailTo }) => {
    await newPerson({ page, productUrl, mailTo });
    await page.goto(TAB);
    await expect(page.getByText("No Active Subscription")).toBeVisible();
    await page.getByRole("link", { name: "View Plans" }).click();
    await page.locator("[data-plan=QUARTERLY]").getByRole("button").click();
    await pay(page, "success");
    await expect(page).toHaveURL(/\/algorithm$/);

    await page.goto(TAB);
    await page.getByRole("button", { name: "View Billing History" }).click();
    const history = page.getByRole("list", { name: "Billing History" });
    await expect(history).toContainText("₹2,799");
    await expectSound(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      history.getByRole("link", { name: /^Download Invoice .+ as PDF$/ }).click(),
    ]);
    expect(isPdf(readFileSync(await file.path()))).toBe(true);

    await page.getByRole("button", { name: "Manage Subscription" }).click();
    await expect(page.getByText("No result yet.")).toBeVisible();
    await page.getByRole("button", { name: "Cancel Subscription" }).click();
    await expectSound(page);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
    await expect(page.getByText("Cancelled: your subscription runs to its end date")).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Remind me again" }).click();
    await expect(page.getByRole("button", { name: "Cancel Subscription" })).toBeVisible();
    await expectSound(page);
  },
);

test(
  "[B2.5][B2.22] users without a subscription can still disconnect a broker and delete its credentials",
  ONCE,
  async ({ page, productUrl, mailTo }) => {
    await newPerson({ page, productUrl, mailTo });
    const account = await openBrokerAccount(page, productUrl, "angelone");
    const { api_key, client_id, pin, totp_secret } = account;
    const data = { api_key, username: client_id, password: pin, totp_token: totp_secret };
    const linked = await page.request.post("/angelone/connect", { data, headers: { origin: productUrl } });
    expect(linked.ok()).toBe(true);
    await page.goto("/algorithm/dashboard/AngelOneConnection");
    const gate = page.getByRole("dialog", { name: "Subscription Required" });
    await expect(gate).toBeVisible();
    await expect(gate.getByRole("button", { name: "Manage this connection" })).toBeVisible();
    await expectSound(page);
    await gate.getByRole("button", { name: "Manage this connection" }).click();
    await expect(gate).toBeHidden();
    await expect(page.getByText(client_id, { exact: true })).toBeVisible();
    await expectSound(page);
    await page.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByText("Not Connected", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Delete Credentials" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Nothing of your Angel One account is stored here.")).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
    await expect(gate).toBeVisible();
  },
);

test(
  "[B2.5][B8.1] a subscription lookup that answers 404 leads to /subscirption-plans (spelled so); no other error blocks the dashboard",
  ONCE,
  async ({ page, productUrl, mailTo, complaints }) => {
    await newPerson({ page, productUrl, mailTo });
    await page.route("**/algorithm/subscription", (route) =>
      route.fulfill({ status: 404, json: { detail: "Nothing here.", code: "not_found" } }),
    );
    await page.goto(TAB);
    await expect(page).toHaveURL(/\/subscirption-plans$/);
    await expect(page.getByRole("heading", { name: "Choose Your Subscription Plan" })).toBeVisible();
    await page.unroute("**/algorithm/subscription");
    await page.route("**/algorithm/subscription", (route) =>
      route.fulfill({ status: 500, json: { detail: "x", code: "internal" } }),
    );
    const toast = (text: string) => page.locator("[data-toast]", { hasText: text }).waitFor();
    const toasts = ["Failed to check subscription status", "Failed to load subscription details"].map(toast);
    await page.goto("/algorithm/dashboard/FyersConnection");
    await Promise.all(toasts);
    await expect(page.getByRole("dialog", { name: "Subscription Required" })).toBeHidden();
    // The 404 and the 500 are expected.
    complaints.splice(0);
  },
);
