import type { Page } from "@playwright/test";
import type { Screen } from "./screen.ts";
import { press, tabPath } from "./tab-paths.ts";

const offer = {
  tag: "ENTRY0000000001",
  broker: "angelone",
  symbol: "SBIN",
  side: "buy",
  quantity: 35,
  limit_paise: 81_260,
  sentence: "Buy 35 SBIN for no more than ₹812.60 each.",
  reason: "SBIN broke its 15-minute high of ₹811.40 on 2.1 × its usual volume.",
  stop_paise: 80_560,
  target_paise: 82_660,
  guard_paise: 81_340,
  price_paise: 81_230,
  offered_at: "2026-11-16T05:12:00.000Z",
  until: "2026-11-16T05:12:15.000Z",
  left_ms: 13_000,
  answer: null,
  order: null,
};

type Json = Record<string, unknown>;

const rewriteReply = (address: string, change: (body: Json) => Json) => async (page: Page) => {
  await page.route(address, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: change((await reply.json()) as Json) });
  });
};

const DAY = "**/algorithm/day*";
const note = (kind: string, cause: string | null = null) => ({
  at: new Date().toISOString(),
  kind,
  cause,
  position: null,
});
const withNote = (day: Json, body: object): Json => ({ ...day, notes: [...(day["notes"] as object[]), body] });

const showClosing = rewriteReply(DAY, (day) => ({
  ...day,
  run: day["run"] && { ...(day["run"] as object), stopped_at: new Date().toISOString() },
}));

const showStoppedDay = rewriteReply(DAY, (day) => {
  const stop = day["daily_stop"] as { limit_paise: number };
  const closed = { ...day, is_open: false, positions: [] };
  const hit = { ...stop, loss_paise: stop.limit_paise, is_hit: true };
  return { ...withNote(closed, note("daily_stop_hit")), daily_stop: hit };
});

const showHalt = rewriteReply(DAY, (day) => withNote(day, note("blocked", "operator")));

const changeRun = (run: unknown, changes: object): Json => ({ ...(run as Json), ...changes });

async function showKilled(page: Page): Promise<void> {
  await rewriteReply("**/algorithm/all-status", (runs) => ({
    ...runs,
    angelone: changeRun(runs["angelone"], { status: "stopped", kill_switch: true }),
  }))(page);
  await rewriteReply(DAY, (day) => ({
    ...withNote(day, note("blocked", "kill_switch")),
    is_open: false,
    positions: [],
  }))(page);
}

async function showLostSession(page: Page): Promise<void> {
  await rewriteReply(DAY, (day) => withNote(day, note("session_lost")))(page);
  await rewriteReply("**/brokers/readiness", (body) => ({
    ...body,
    brokers: (body["brokers"] as Json[]).map((account) =>
      account["broker"] === "angelone"
        ? {
            ...account,
            is_ready: false,
            reason: "login_needed",
            detail: "Your Angel One session has ended. Log in again to trade today.",
            action: { label: "Log in to Angel One", path: tabPath("AngelOneConnection") },
          }
        : account,
    ),
  }))(page);
}

const showNoBroker = rewriteReply("**/brokers/readiness", (body) => ({ ...body, brokers: [] }));
const showNoCapital = rewriteReply("**/api/capital-allocation/user/*", (body) => ({ ...body, id: null }));

const showChart = async (page: Page) => page.locator("canvas").first().waitFor();

const ofSubscriber = { viewer: "subscriber", hasLightTheme: true } as const;
const running = ["Today", "TradingAlgorithm", "AngelOneTrading", "Alerts"] as const;

export const dayStates: readonly Screen[] = [
  ...(["trade", "evening"] as const).flatMap((stage) =>
    running.map((tab): Screen => {
      const name = `dashboard-${tab.toLowerCase()}-${stage}`;
      return { name, path: tabPath(tab), stage, ...ofSubscriber, ...(tab === "Today" && { act: showChart }) };
    }),
  ),
  {
    name: "dashboard-today-trade-view",
    path: tabPath("Today"),
    stage: "trade",
    isWindowOnly: true,
    ...ofSubscriber,
    act: showChart,
  },
  {
    name: "dashboard-today-closing",
    path: tabPath("Today"),
    stage: "trade",
    isWindowOnly: true,
    ...ofSubscriber,
    prepare: showClosing,
    act: showChart,
  },
  ...(
    [
      ["stopped", showStoppedDay],
      ["halted", showHalt],
      ["killed", showKilled],
      ["session-lost", showLostSession],
    ] as const
  ).map(
    ([state, prepare]): Screen => ({
      name: `dashboard-today-${state}`,
      path: tabPath("Today"),
      stage: "trade",
      ...ofSubscriber,
      prepare,
    }),
  ),
  { name: "dashboard-today-first-plan", path: tabPath("Today"), viewer: "newcomer", hasLightTheme: true },
  { name: "dashboard-today-first-broker", path: tabPath("Today"), ...ofSubscriber, prepare: showNoBroker },
  { name: "dashboard-today-first-capital", path: tabPath("Today"), ...ofSubscriber, prepare: showNoCapital },
  {
    name: "dashboard-today-paper",
    path: tabPath("Today"),
    stage: "trade",
    ...ofSubscriber,
    act: async (page) => page.getByRole("button", { name: "Paper", exact: true }).click(),
  },
  {
    name: "dashboard-approval",
    path: tabPath("Today"),
    isWindowOnly: true,
    ...ofSubscriber,
    prepare: async (page) => {
      await page.route("**/approvals", (route) => route.fulfill({ json: { offers: [offer] } }));
    },
    act: async (page) => page.getByRole("button", { name: "Approve" }).waitFor(),
  },
  {
    name: "dashboard-kill-switch",
    path: tabPath("Today"),
    stage: "trade",
    isWindowOnly: true,
    ...ofSubscriber,
    act: async (page) =>
      page
        .getByRole("button", { name: /^Stop everything/ })
        .filter({ visible: true })
        .click(),
  },
  {
    name: "dashboard-today-offline",
    path: tabPath("Today"),
    isWindowOnly: true,
    ...ofSubscriber,
    act: async (page) => page.context().setOffline(true),
  },
  {
    name: "dashboard-trading-unreadable",
    path: "/dashboard/trading",
    isWindowOnly: true,
    ...ofSubscriber,
    prepare: async (page) => {
      const fails = { status: 500, json: { detail: "", code: "unexpected" } };
      await page.route("**/algorithm/*status", (route) => route.fulfill(fails));
    },
  },
  {
    name: "dashboard-trading-first-start",
    path: "/dashboard/trading",
    isWindowOnly: true,
    ...ofSubscriber,
    act: press("Activate"),
  },
];
