import type { Page } from "@playwright/test";
import { PATIENCE_MS } from "../fixtures/patience.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound } from "../fixtures/test.ts";
import { jumpTo, ownDay, post, setSpeed } from "../fixtures/trading-day.ts";

const test = ownDay();

test.use({ viewport: { width: 360, height: 740 } });
test.describe.configure({ timeout: 10 * PATIENCE_MS });

/** A minute until it counts, and as long until it is over, beside the reads of the recorder and of the page. */
const INCIDENT = { timeout: 5 * PATIENCE_MS };

const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) });

test(
  "[A2.17] a visitor on a phone sees a feed stop, its incident, and that it is over",
  ONCE,
  async ({ page, productUrl }) => {
    await jumpTo(page, productUrl, "09:20");
    await setSpeed(page, productUrl, 1);
    await page.goto("/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Status" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Service status" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Everything works" })).toBeVisible();
    await expect(row(page, "Market data, Fyers")).toContainText("Works");
    await expect(page.getByText("No incident in the last 30 days.")).toBeVisible();
    await expectSound(page);

    // The page refreshes itself: nothing is loaded again below.
    await post(page, productUrl, "/sandbox/faults", { target: "fyers", kind: "freeze-feed", count: 1_000 });
    const incident = row(page, "Prices from Fyers are delayed");
    await expect(incident).toContainText("In progress", INCIDENT);
    await expect(page.getByRole("status").filter({ hasText: "Prices from Fyers are delayed" })).toBeVisible();
    await expect(row(page, "Market data, Fyers")).toContainText("Disturbed");
    await expectSound(page);

    const cleared = await page.request.delete("/sandbox/faults", { headers: { origin: productUrl } });
    expect(cleared.ok()).toBe(true);
    await expect(incident).toContainText("Over", INCIDENT);
    await expect(incident).toContainText(/\d{1,2} \w{3} \d{4}, 9:\d{2} AM to 9:\d{2} AM IST, \d+m \d+s/);
    await expect(page.getByRole("status").filter({ hasText: "Everything works" })).toBeVisible();
    await expectSound(page);
  },
);
