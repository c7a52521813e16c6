import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound } from "../fixtures/test.ts";
import { arriveAsDemo, jumpTo, post, TODAY, test } from "../fixtures/trading-day.ts";

// One after the other, so that one product is started for them.
test.describe.configure({ mode: "default", timeout: 20 * 60_000 });

test(
  "[B1.1] an entry waits for a tap on whatever tab is open, and is told honestly afterwards",
  ONCE,
  async ({ page, productUrl }) => {
    await arriveAsDemo(page, productUrl);
    await page.goto(TODAY);
    const mode = await page.request.put("/algorithm/approval-mode", {
      data: { broker: "angelone", mode: "manual" },
      headers: { origin: productUrl },
    });
    expect(mode.ok(), await mode.text()).toBe(true);
    await post(page, productUrl, "/algorithm/start", { capital: 100_000, broker: "angelone", background_mode: true });
    await jumpTo(page, productUrl, "09:32");
    await page.goto("/algorithm/dashboard/UserProfile");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    // The market runs on by itself to the signal, and waits for the person who is asked.
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByRole("heading", { name: /^Buy \d+ / })).toBeVisible();
    await expect(sheet.getByText("No answer means no trade.")).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Stop everything" })).toBeEnabled();
    const approve = sheet.getByRole("button", { name: "Approve" });
    await expect(approve).not.toHaveAttribute("data-deaf", "true");
    await approve.click();
    await expect(sheet.getByText(/^Approved with \d+ s left\.$/)).toBeVisible();
    await expect(sheet.getByText(/^Filled \d+ of \d+ at ₹/)).toBeVisible();
    await expectSound(page);
    await sheet.getByRole("button", { name: "Close" }).click();
    await page.goto(TODAY);
    await expect(page.getByText(/is open and its stop rests at Angel One/)).toBeVisible();
  },
);

test("a link that opens nothing any more says so to whoever is signed out", ONCE, async ({ page, complaints }) => {
  await page.goto(`/approve#${"a".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "This link opens nothing any more" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open Today" })).toBeVisible();
  // The browser names the 404 that the link was answered with.
  expect(complaints.splice(0)).toHaveLength(1);
});
