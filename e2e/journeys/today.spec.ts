import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound } from "../fixtures/test.ts";
import {
  amountOf,
  arriveAsDemo,
  jumpTo,
  ownDay,
  post,
  resultAtExchange,
  setSpeed,
  TODAY,
} from "../fixtures/trading-day.ts";
import { scriptKilobytes } from "../fixtures/weight.ts";

const test = ownDay();

/** Compressed, as it travels. */
const WITH_CHART_KB = 250;

test.describe.configure({ timeout: 40 * 60_000 });

test(
  "[B1.1] a whole day on one screen: before, with a trade open, and flat with the exchange's own result",
  ONCE,
  async ({ page, productUrl }) => {
    await arriveAsDemo(page, productUrl);
    await page.goto(TODAY);
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
    await expect(page.getByText("The market has not opened yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Stop everything" }).filter({ visible: true })).toBeEnabled();
    await expectSound(page);

    const startBody = { trading_type: "equity", capital: 100_000, broker: "angelone", background_mode: true };
    await post(page, productUrl, "/algorithm/start", startBody);
    await expect(page.getByText("Run started at Angel One")).toBeVisible();
    await jumpTo(page, productUrl, "09:13");
    await expect(page.getByRole("list", { name: "Today's shortlist" })).toBeVisible();

    await jumpTo(page, productUrl, "09:40");
    await setSpeed(page, productUrl, 1);
    await expect(page.getByText(/is open and its stop rests at Angel One/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Close this trade now" })).toBeVisible();
    await expect(page.getByText(/^Opening range/)).toBeVisible();
    expect(await scriptKilobytes(page), "kilobytes of JavaScript with the chart").toBeLessThanOrEqual(WITH_CHART_KB);
    await page.getByRole("button", { name: "Show as a table" }).click();
    await expect(page.getByRole("table", { name: /newest first/ })).toBeVisible();
    await expectSound(page);

    await jumpTo(page, productUrl, "15:35");
    await expect(page.getByText("The day is over and you are flat.")).toBeVisible();
    await expect(page.getByText("Flat, and it matches.")).toBeVisible();
    const [gross, charges, net] = [
      await amountOf(page, "Gross"),
      await amountOf(page, "All charges"),
      await amountOf(page, "Today after charges"),
    ];
    expect(gross).toBe(await resultAtExchange(page));
    expect(gross + charges).toBe(net);
    await expect(page.getByText("Flat, proved", { exact: true }).first()).toBeVisible();
    await expectSound(page);
  },
);
