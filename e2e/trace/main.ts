// npm run trace: measures tasks that block the page for longer than 50 ms, on Today and on fifty ticking broker rows.
// That is valid only on a quiet machine; a tick's cost on the page's own thread is valid on a busy one too.
import type { BrowserContext, CDPSession, Page, Route } from "@playwright/test";
import { startProductProcess } from "@vriddhi/testing/child-process";
import { openBrowser, openWindow, signIn } from "../shots/camera.ts";
import type { Viewer } from "../shots/screen.ts";

const ROWS = 50;
const TRACED_MS = 10_000;
/** The interval of all polling on the page, far shorter than in the product. */
const TICK_MS = 200;
const SIZE = { width: 1440, height: 900 } as const;

interface Scene {
  readonly name: string;
  readonly path: string;
  readonly viewer: Viewer;
  prepare(context: BrowserContext, url: string): Promise<void>;
  arrive(page: Page): Promise<void>;
}

interface StatusReply {
  readonly total_users: number;
  readonly users: readonly { readonly user_id: string; readonly last_sync: string | null }[];
}

let answers = 0;

const stocksNow = () =>
  Array.from({ length: ROWS }, (_, at) => ({
    symbol: `SHARE${at}`,
    isin: `INE${String(at).padStart(9, "0")}`,
    rank: at + 1,
    score: 1,
    reason: "Opens 1.2 % above yesterday's close.",
    last_price_paise: 100_000 + at * 100 + (answers % 2) * 5,
    side: null,
  }));

/** The accounts are spread over the brokers, so one broker's users receive several prices, until there are enough. */
function crowded({ users }: StatusReply): StatusReply["users"] {
  if (users.length === 0) return [];
  return Array.from({ length: ROWS }, (_, at) => {
    const user = users[at % users.length];
    return Object.assign({}, user, { user_id: `${user?.user_id}-${Math.floor(at / users.length)}` });
  });
}

/** Requests that are pending when the page is closed get no answer. */
const tickSync = (route: Route): Promise<void> => answerTick(route).catch(() => undefined);

async function answerTick(route: Route): Promise<void> {
  const reply = await route.fetch();
  const body = (await reply.json()) as StatusReply;
  answers += 1;
  const last_sync = new Date(Date.UTC(2026, 10, 16, 4, 0, answers)).toISOString();
  const isPage = Number(new URL(route.request().url()).searchParams.get("limit")) >= ROWS;
  const users = isPage ? crowded(body) : body.users;
  const ticked = users.map((user) => Object.assign(user, { last_sync }));
  await route.fulfill({ response: reply, json: Object.assign(body, { total_users: ROWS, users: ticked }) });
}

const scenes: readonly Scene[] = [
  {
    name: "Today",
    path: "/algorithm/dashboard/Today",
    viewer: "subscriber",
    async prepare(context, url) {
      const startBody = { trading_type: "equity", capital: 100_000, broker: "angelone", background_mode: true };
      await context.request.post(`${url}/algorithm/start`, { data: startBody, headers: { origin: url } });
      await context.route("**/algorithm/stocks", (route) => {
        answers += 1;
        return route.fulfill({ json: { stocks: stocksNow() } });
      });
    },
    async arrive(page) {
      await page.getByRole("button", { name: `Show all ${ROWS}` }).click();
      await page.getByText(`SHARE${ROWS - 1}`).waitFor();
    },
  },
  {
    name: "the operator's broker table",
    path: "/secret/dashboard",
    viewer: "operator",
    async prepare(context) {
      await context.route("**/api/admin/broker-status?*", tickSync);
    },
    async arrive(page) {
      const rows = page.locator("tbody tr[aria-rowindex]");
      // The table is below the orders, and only rows in sight are in the document.
      await rows.first().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, SIZE.height);
      await rows.nth(20).waitFor();
    },
  },
];

/** Runs in the page: tasks of more than 50 ms are what a browser calls long. */
async function traceHere([tickMs, tracedMs]: readonly [number, number]): Promise<readonly number[]> {
  const long: number[] = [];
  const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: "longtask" });
  const ticking = setInterval(() => window.dispatchEvent(new Event("visibilitychange")), tickMs);
  await new Promise((resolve) => setTimeout(resolve, tracedMs));
  clearInterval(ticking);
  observer.disconnect();
  return long;
}

async function readWork(devtools: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1_000]));
}

const WORK = {
  TaskDuration: "in all",
  ScriptDuration: "script",
  LayoutDuration: "layout",
  RecalcStyleDuration: "style",
};

const browser = await openBrowser(process.env["CHROMIUM"] ?? "/usr/bin/chromium");
const product = await startProductProcess({ SANDBOX_CLOCK: "next-open@0", SANDBOX_ACCOUNTS: String(ROWS) });
try {
  for (const scene of scenes) {
    const badge = await signIn(browser, product.url, scene.viewer);
    const context = await openWindow(browser, { badge, size: SIZE, scheme: "dark" });
    await scene.prepare(context, product.url);
    const page = await context.newPage();
    await page.goto(product.url + scene.path);
    await scene.arrive(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    const before = answers;
    const workedBefore = await readWork(devtools);
    const long = await page.evaluate(traceHere, [TICK_MS, TRACED_MS] as const);
    const worked = await readWork(devtools);
    const ticks = answers - before;
    const costs = Object.entries(WORK).map(([name, word]) => {
      const spentMs = (worked[name] ?? 0) - (workedBefore[name] ?? 0);
      return `${word} ${(spentMs / Math.max(1, ticks)).toFixed(1)} ms`;
    });
    const worst = long.length === 0 ? "none" : `${long.length}, the longest ${Math.max(...long).toFixed(0)} ms`;
    process.stdout.write(
      `${scene.name}: ${ticks} ticks of ${ROWS} rows in 10 s; tasks over 50 ms: ${worst}; a tick costs ${costs.join(", ")}\n`,
    );
    if (long.length > 0 || ticks === 0) process.exitCode = 1;
    // A pending answer must not outlive the page.
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
