import { ONCE } from "../fixtures/sizes.ts";
import { expect, test } from "../fixtures/test.ts";
import { arriveAsDemo } from "../fixtures/trading-day.ts";
import { scriptKilobytes } from "../fixtures/weight.ts";

/** Of what a page fetches until it is quiet, compressed. today.spec.ts weighs Today with its chart. */
const PUBLIC_KB = 128;
const DASHBOARD_KB = 165;

const publicPaths = [
  "/",
  "/algorithm",
  "/subscription-plans",
  "/monthly-heatmap",
  "/products",
  "/about",
  "/research",
  "/newsletter",
  "/support",
  "/free-trial",
  "/auth",
  "/forgot-password",
];
const tabs = [
  "Today",
  "Alerts",
  "TradingAlgorithm",
  "AngelOneTrading",
  "ZerodhaTrading",
  "AngelOneConnection",
  "FyersConnection",
  "ZerodhaConnection",
  "UserProfile",
  "Subscription",
  "Settings",
];

test("no page ships more JavaScript than it promises", ONCE, async ({ page, productUrl }) => {
  const tooHeavy: string[] = [];
  const weigh = async (path: string, most: number) => {
    await page.goto(path, { waitUntil: "load" });
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // Requests after the load event belong to the first view too: it is weighed when no more come.
    let kilobytes = -1;
    await expect
      .poll(async () => {
        const before = kilobytes;
        kilobytes = await scriptKilobytes(page);
        return kilobytes > 0 && kilobytes === before;
      })
      .toBe(true);
    if (kilobytes > most) tooHeavy.push(`${path}: ${kilobytes.toFixed(1)} kB of ${most} kB`);
  };
  for (const path of publicPaths) await weigh(path, PUBLIC_KB);
  await arriveAsDemo(page, productUrl);
  await weigh("/dashboard/trading", DASHBOARD_KB);
  for (const tab of tabs) await weigh(`/algorithm/dashboard/${tab}`, DASHBOARD_KB);
  expect(tooHeavy).toEqual([]);
});
