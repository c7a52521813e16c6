import type { Page, Route } from "@playwright/test";
import { startProductProcess } from "@vriddhi/testing/child-process";
import { PATIENCE_MS } from "../fixtures/patience.ts";
import { ONCE, PHONE_SIZE } from "../fixtures/sizes.ts";
import { test as base, expect } from "../fixtures/test.ts";
import { arriveAsDemo, post, TODAY } from "../fixtures/trading-day.ts";

/** A product whose market clock is at 8:40: nothing happens but what these journeys do. */
const test = base.extend<object, { readonly productUrl: string }>({
  productUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern
    async ({}, use) => {
      const product = await startProductProcess({ SANDBOX_CLOCK: "next-open@0", SANDBOX_ACCOUNTS: "0" });
      await use(product.url);
      await product.stop();
    },
    { scope: "worker", timeout: 3 * PATIENCE_MS },
  ],
});

test.describe.configure({ timeout: 10 * PATIENCE_MS });

const toast = (page: Page, text: string | RegExp) => page.locator("[data-toast]", { hasText: text }).last();
const status = (page: Page, word: "Running" | "Stopped") => page.getByRole("heading", { level: 2, name: word });

async function runsOf(page: Page): Promise<Record<string, { status: string }>> {
  return (await page.request.get("/algorithm/all-status")).json();
}

/** The server executes it, and its answer is lost on the way back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("connectionreset");
}

async function agree(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Before the first start" });
  await dialog.getByRole("radio", { name: /^Auto/ }).check();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Agree and activate" }).click();
}

test.describe("on a phone", () => {
  test.use({ viewport: PHONE_SIZE });

  test(
    "[B4.4, B4.6, B7.14, B8.4, B9.3] on a line that loses answers a start is made once, and a stop is not lost",
    ONCE,
    async ({ page, productUrl, complaints }) => {
      await arriveAsDemo(page, productUrl);
      await page.goto("/dashboard/trading");
      const names: (string | undefined)[] = [];
      await page.route("**/algorithm/start*", async (route) => {
        names.push(route.request().headers()["idempotency-key"]);
        if (names.length === 3) await route.continue();
        else await loseAnswer(route);
      });
      await page.getByRole("button", { name: "Activate", exact: true }).click();
      await agree(page);
      await expect(toast(page, "Connection timeout. Retrying... (2/3)")).toBeVisible();
      await expect(status(page, "Running")).toBeVisible();
      await expect.poll(() => [names.length, new Set(names).size]).toEqual([3, 1]);
      expect(Object.values(await runsOf(page)).filter((run) => run.status === "running")).toHaveLength(1);

      await page.route("**/algorithm/*status", (route) => route.abort("connectionreset"));
      await expect(page.getByText(/^We could not read the status, so we show it as stopped/)).toBeVisible();
      await expect(page.getByRole("button", { name: "Stop everything" }).filter({ visible: true })).toBeEnabled();
      await page.unroute("**/algorithm/*status");
      await expect(status(page, "Running")).toBeVisible();

      await page.route("**/algorithm/stop*", loseAnswer);
      await page.getByRole("button", { name: "Deactivate" }).click();
      await expect(toast(page, "Stop request sent - verifying status...")).toBeVisible();
      await expect(status(page, "Stopped")).toBeVisible();
      expect(Object.values(await runsOf(page)).filter((run) => run.status === "running")).toEqual([]);
      complaints.splice(0);
    },
  );

  test(
    "[B9.3] Today keeps its shape while answers are slow, and its figures when they are lost",
    ONCE,
    async ({ page, productUrl, complaints }) => {
      await arriveAsDemo(page, productUrl);
      let isHeld = true;
      const held: Route[] = [];
      await page.route("**/algorithm/day*", (route) => (isHeld ? void held.push(route) : route.continue()));
      await page.goto(TODAY);
      await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      await expect(page.getByRole("button", { name: "Stop everything" }).filter({ visible: true })).toBeEnabled();
      isHeld = false;
      for (const route of held) await route.continue();
      await expect(page.getByText("The market has not opened yet.")).toBeVisible();

      await page.context().setOffline(true);
      await expect(page.getByText("Offline", { exact: true }).filter({ visible: true }).first()).toBeVisible();
      await expect(page.getByText("The market has not opened yet.")).toBeVisible();
      await page.context().setOffline(false);
      await expect(page.getByText("Offline", { exact: true }).filter({ visible: true })).toHaveCount(0);
      complaints.splice(0);
    },
  );
});

test(
  "[B2.23] two tabs are in step, and a session that ends during the day leads back to its page",
  ONCE,
  async ({ page, context, productUrl, complaints }) => {
    await arriveAsDemo(page, productUrl);
    await page.goto(TODAY);
    const beside = await context.newPage();
    await beside.goto(TODAY);
    await expect(beside.getByText("The market has not opened yet.")).toBeVisible();
    const startBody = { trading_type: "equity", capital: 100_000, broker: "angelone", background_mode: true };
    await post(page, productUrl, "/algorithm/start", startBody);
    await expect(page.getByText("Run started at Angel One")).toBeVisible();
    await expect(beside.getByText("Run started at Angel One")).toBeVisible();

    await context.clearCookies();
    await expect(page.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
    await page.getByRole("link", { name: "Go to Login" }).click();
    await page.getByLabel("Email").first().fill("demo@vriddhi.example");
    await page.getByLabel("Password", { exact: true }).fill("demo-password");
    await page.locator("form button[type=submit]").first().click();
    await page.waitForURL(`**${TODAY}`);
    await expect(page.getByText("Run started at Angel One")).toBeVisible();
    await post(page, productUrl, "/algorithm/stop", { broker: "angelone" });
    expect(complaints.splice(0).every((line) => line.includes("401"))).toBe(true);
  },
);
