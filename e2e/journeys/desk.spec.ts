import { choose, enterDesk, setMarket, test } from "../fixtures/desk.ts";
import { expect, expectSound } from "../fixtures/test.ts";

// One after the other, so that one product is started for them.
test.describe.configure({ mode: "default", timeout: 20 * 60_000 });

const ORDER = "Order 1";

test("[C2.8][C2.9][C2.11][C2.34][C2.35][C2.43] the back-office logins open for the operator and close after the logout", async ({
  page,
  complaints,
}) => {
  await page.goto("/secret/dashboard");
  await expect(page).toHaveURL(/\/secret$/);
  await expect(page.getByRole("heading", { name: "Back office login" })).toBeVisible();
  await page.getByLabel("Username").fill("operator@vriddhi.example");
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.locator("[data-toast=error]")).toBeVisible();
  await expectSound(page);
  // The browser names the 401 that the wrong password was answered with.
  expect(complaints.splice(0).every((line) => line.includes("401"))).toBe(true);

  await enterDesk(page, "/admin/login");
  await expect(page.getByRole("tab", { name: "Users" })).toBeVisible();
  await page.getByRole("button", { name: "Non-Subscribed", exact: true }).click();
  await expect(page.getByText("Kabir Mehta")).toBeVisible();
  await expect(page.getByText("Asha Rao")).toBeHidden();
  await expectSound(page);

  await page.goto("/secret");
  await expect(page).toHaveURL(/\/secret\/dashboard$/);
  await expect(page.getByRole("heading", { name: "Welcome, operator@vriddhi.example" })).toBeVisible();
  await expectSound(page);
  const menu = page.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/secret$/);
  await page.goto("/secret/dashboard");
  await expect(page).toHaveURL(/\/secret$/);
});

test("[C2.41][C2.42][C4.12][C8.7][C2.38][C8.8][C8.9] rows are previewed, placed, scheduled, cancelled and cleared", async ({
  page,
  productUrl,
  complaints,
}) => {
  await setMarket(page, productUrl, "09:20");
  await enterDesk(page);
  const row = page.getByRole("group", { name: ORDER, exact: true });
  const fill = async (symbol: string, quantity: string) => {
    await row.getByLabel("Symbol").fill(symbol);
    await row.getByLabel("Total Quantity").fill(quantity);
  };
  await expect(page.getByRole("button", { name: "Place Orders" })).toBeDisabled();
  await fill("sbin", "1000");
  await page.getByRole("button", { name: "Preview Distribution" }).click();
  await expect(page.getByText(/^Remainder: \d+ shares \(assigned to highest capital user\)$/)).toBeVisible();
  await expect(page.getByText("Total Allocated")).toBeVisible();
  await expectSound(page);
  // It is shown for 1.5 s only, so the wait begins before the press.
  const toast = page
    .locator("[data-toast]")
    .filter({ hasText: /All orders placed successfully!|Some orders failed\./ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Place Orders" }).click();
  await toast;
  const last = page.getByRole("region", { name: "Last placement" });
  await expect(last.getByText(/^\d+ of \d+$/)).toBeVisible();
  await expect(row.getByLabel("Symbol")).toHaveValue("");
  await expect(page.getByText("Total Allocated")).toBeHidden();

  await fill("tcs", "200");
  await choose(page, ORDER, "Order Type", "Limit");
  await choose(page, ORDER, "Position Type", "Short (Sell)");
  const market = row.getByText(/^Market ₹/);
  await expect(market).toContainText("permitted ₹");
  const price = Number(/Market ₹([\d,.]+)/.exec(await market.innerText())?.[1]?.replaceAll(",", ""));
  await row.getByLabel("Limit Price").fill((price * 0.97).toFixed(2));
  const question = page.getByRole("dialog", { name: "Place limits far through the market?" });
  for (const answer of ["Change the orders", "Place at these limits"]) {
    await page.getByRole("button", { name: "Place Orders" }).click();
    await expect(question.getByText(/^Row 1: Sell 200 TCS .*Market price .*permitted range/)).toBeVisible();
    await expectSound(page);
    await question.getByRole("button", { name: answer }).click();
    await expect(question).toBeHidden();
    if (answer === "Change the orders") await expect(row.getByLabel("Symbol")).toHaveValue("TCS");
  }
  await expect(row.getByLabel("Symbol")).toHaveValue("");
  await expect(page.getByRole("list", { name: "Placements" }).getByText(/^TCS SHORT 200 shares/)).toBeVisible();
  expect(complaints.splice(0).every((line) => line.includes("409"))).toBe(true);

  const scheduled = page.getByRole("region", { name: "Scheduled Orders Timer" });
  for (const symbol of ["INFY", "TCS"]) {
    await fill(symbol, "500");
    await choose(page, ORDER, "Schedule Type", "Scheduled");
    const { now } = (await (await page.request.get("/sandbox/clock")).json()) as { now: string };
    await row.getByLabel("Scheduled Date & Time").fill(`${now.slice(0, 10)}T14:30`);
    await page.getByRole("button", { name: "Place Orders" }).click();
    await expect(scheduled.getByText(symbol, { exact: true })).toBeVisible();
  }
  await expect(scheduled.getByText("Time remaining").first()).toBeVisible();
  await scheduled.getByRole("button", { name: "Cancel the order for INFY" }).click();
  const alert = page.getByRole("dialog", { name: "Scheduled order" });
  await expect(alert).toBeVisible();
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(scheduled.getByText("INFY", { exact: true })).toBeHidden();
  await scheduled.getByRole("button", { name: "Clear All" }).click();
  await page.getByRole("button", { name: "Clear all orders" }).click();
  await expect(scheduled.getByText("No scheduled orders found")).toBeVisible();
  await expectSound(page);
});

test("[C2.39][C4.9][C4.10] a strategy is toggled, a broker disconnected, and everything stopped and let go again", async ({
  page,
  productUrl,
}) => {
  await setMarket(page, productUrl, "09:20");
  await enterDesk(page);
  await page.getByRole("tab", { name: /^Fyers/ }).click();
  const toggle = page.getByRole("switch", { name: /^Strategy of / }).first();
  await expect(toggle).toBeVisible();
  const was = await toggle.getAttribute("aria-checked");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-checked", was === "true" ? "false" : "true");
  // Too little capital for a share of another journey's order, so nothing of hers is open.
  await page.getByRole("tab", { name: /^Angel One/ }).click();
  await page.getByRole("button", { name: "Disconnect Asha Rao" }).click();
  await expect(page.getByRole("button", { name: "Reconnect Asha Rao" })).toBeVisible();
  await page.getByRole("tab", { name: /^Zerodha/ }).click();
  await expect(page.getByText("N/A").first()).toBeVisible();

  await page
    .getByRole("button", { name: /^Stop all/ })
    .filter({ visible: true })
    .click();
  const dialog = page.getByRole("dialog", { name: "Stop all trading?" });
  await expectSound(page);
  await dialog.getByRole("button", { name: "Hold to stop all trading" }).focus();
  await page.keyboard.down("Space");
  await expect(page.getByText("All new entries are blocked")).toBeVisible();
  await page.keyboard.up("Space");
  await expectSound(page);
  await page.getByRole("button", { name: "Lift the stop…" }).click();
  await page.getByRole("button", { name: "Lift the stop", exact: true }).click();
  await expect(page.getByText("All new entries are blocked")).toBeHidden();
});
