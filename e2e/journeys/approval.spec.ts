import type { Page } from "@playwright/test";
import { ONCE, PHONE_SIZE } from "../fixtures/sizes.ts";
import { expect, expectSound } from "../fixtures/test.ts";
import { arriveAsDemo, jumpTo, ownDay, post, setSpeed, TODAY } from "../fixtures/trading-day.ts";

const test = ownDay();

// One after the other, so that one product is started for them.
test.describe.configure({ mode: "default", timeout: 20 * 60_000 });

const CLIENTS: Readonly<Record<string, string>> = { "Angel One": "AO1005", Zerodha: "ZR1005" };

const inManualMode = async (page: Page, productUrl: string, broker: "angelone" | "zerodha"): Promise<void> => {
  const mode = await page.request.put("/algorithm/approval-mode", {
    data: { broker, mode: "manual" },
    headers: { origin: productUrl },
  });
  expect(mode.ok(), await mode.text()).toBe(true);
  await post(page, productUrl, "/algorithm/start", { capital: 100_000, broker, background_mode: true });
};

async function answer(page: Page, name: "Approve" | "Skip this one"): Promise<string> {
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("heading", { name: /^Buy \d+ / })).toBeVisible();
  await expect(sheet.getByText("No answer means no trade.")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Stop everything" })).toBeEnabled();
  const broker = await sheet.getByText(/^Trade alert · /).textContent();
  await expect(sheet.getByRole("button", { name: "Approve" })).not.toHaveAttribute("data-deaf", "true");
  await sheet.getByRole("button", { name }).click();
  return broker?.split(" · ")[1] ?? "";
}

const ordersOf = async (page: Page, account: string): Promise<readonly unknown[]> =>
  (await page.request.get(`/sandbox/exchange/orders?account=${account}`)).json();

test(
  "[B1.1] two entries wait on a desktop and on a phone: one is approved, the other one skipped",
  ONCE,
  async ({ page, browser, productUrl }) => {
    await arriveAsDemo(page, productUrl);
    await inManualMode(page, productUrl, "angelone");
    await inManualMode(page, productUrl, "zerodha");
    const phone = await (await browser.newContext({ baseURL: productUrl, viewport: PHONE_SIZE })).newPage();
    await arriveAsDemo(phone, productUrl);
    await jumpTo(page, productUrl, "09:32");
    for (const device of [page, phone]) {
      await device.goto("/algorithm/dashboard/UserProfile");
      await expect(device.getByRole("heading", { level: 1 })).toBeVisible();
    }

    // The market clock runs to the signal by itself, and pauses until the user has answered.
    const approvedAt = await answer(page, "Approve");
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByText(/^Approved with \d+ s left\.$/)).toBeVisible();
    await expect(phone.getByRole("dialog").getByText("Approved.")).toBeVisible();
    await phone.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    const skippedAt = await answer(phone, "Skip this one");
    await expect(phone.getByRole("dialog").getByText("Skipped.")).toBeVisible();
    expect([approvedAt, skippedAt].toSorted()).toEqual(["Angel One", "Zerodha"]);

    await expect(sheet.getByText(/^Filled \d+ of \d+ at ₹/)).toBeVisible();
    await expectSound(page);
    await setSpeed(page, productUrl, 1);
    await sheet.getByRole("button", { name: "Close" }).click();
    expect(await ordersOf(page, CLIENTS[skippedAt] ?? "")).toEqual([]);
    expect(await ordersOf(page, CLIENTS[approvedAt] ?? "")).not.toEqual([]);
    await page.goto(TODAY);
    // Today opens on the account with the open trade.
    await expect(page.getByRole("button", { name: `${approvedAt} · open`, pressed: true })).toBeVisible();
    await expect(page.getByText(`is open and its stop rests at ${approvedAt}`)).toBeVisible();
    await phone.context().close();
  },
);

test("a link to an ended trade alert says so to a visitor", ONCE, async ({ page, complaints }) => {
  await page.goto(`/approve#${"a".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This trade alert is over" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open Today" })).toBeVisible();
  // The browser names the 404 that the link was answered with.
  expect(complaints.splice(0)).toHaveLength(1);
});
