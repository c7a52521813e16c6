import type { Page } from "@playwright/test";
import { ONCE, PHONE_SIZE } from "../fixtures/sizes.ts";
import { expect, expectSound } from "../fixtures/test.ts";
import {
  amountOf,
  arriveAsDemo,
  jumpTo,
  post,
  resultAtExchange,
  setSpeed,
  TODAY,
  test,
} from "../fixtures/trading-day.ts";

// One after the other, so that one product is started for them.
test.describe.configure({ mode: "default", timeout: 20 * 60_000 });

/** The demo user's client ids at the simulated brokers. */
const CLIENTS: Readonly<Record<string, string>> = { "Angel One": "AO1005", Zerodha: "ZR1005" };
/** The demo user's accounts, by the name that pages show. */
const BROKERS = { "Angel One": "angelone", Zerodha: "zerodha", Paper: "paper" } as const;
type Shown = keyof typeof BROKERS;
const SHOWN = Object.keys(BROKERS) as Shown[];

const inManualMode = async (page: Page, productUrl: string, broker: (typeof BROKERS)[Shown]): Promise<void> => {
  const mode = await page.request.put("/algorithm/approval-mode", {
    data: { broker, mode: "manual" },
    headers: { origin: productUrl },
  });
  expect(mode.ok(), await mode.text()).toBe(true);
  await post(page, productUrl, "/algorithm/start", { capital: 100_000, broker, background_mode: true });
};

/** Where the offer that a device shows would trade. */
async function offeredAt(device: Page): Promise<Shown> {
  const text = await device
    .getByRole("dialog")
    .getByText(/^Trade alert · /)
    .textContent();
  const shown = SHOWN.find((name) => text?.split(" · ")[1] === name);
  if (shown === undefined) throw new Error(`the offer is for an unknown place: ${text}`);
  return shown;
}

/** Answers the first offer on the page, and returns its account. */
async function answer(page: Page, name: "Approve" | "Skip this one"): Promise<Shown> {
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("heading", { name: /^Buy \d+ / })).toBeVisible();
  await expect(sheet.getByText("No answer means no trade.")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Stop everything" })).toBeEnabled();
  const shown = await offeredAt(page);
  await expect(sheet.getByRole("button", { name: "Approve" })).not.toHaveAttribute("data-deaf", "true");
  await sheet.getByRole("button", { name }).click();
  return shown;
}

/** Sees the other device's answer, and goes on to the next offer. */
async function seeAnswer(device: Page, words: "Approved." | "Skipped."): Promise<void> {
  await expect(device.getByRole("dialog").getByText(words)).toBeVisible();
  await device.getByRole("dialog").getByRole("button", { name: "Close" }).click();
}

/** The desktop approves one entry, the phone skips another. Paper is not approved: the exchange has no order of it. */
async function answerTwo(page: Page, phone: Page): Promise<Record<"approved" | "skipped" | "left", Shown>> {
  await expect(page.getByRole("dialog").getByRole("heading", { name: /^Buy \d+ / })).toBeVisible();
  const answers: { approved?: Shown; skipped?: Shown } = {};
  if ((await offeredAt(page)) === "Paper") {
    answers.skipped = await answer(phone, "Skip this one");
    await seeAnswer(page, "Skipped.");
    answers.approved = await answer(page, "Approve");
  } else {
    answers.approved = await answer(page, "Approve");
    await seeAnswer(phone, "Approved.");
    answers.skipped = await answer(phone, "Skip this one");
  }
  await expect(phone.getByRole("dialog").getByText("Skipped.")).toBeVisible();
  await expect(page.getByRole("dialog").getByText(/^Approved with \d+ s left\.$/)).toBeVisible();
  const { approved, skipped } = answers;
  const left = SHOWN.find((name) => name !== approved && name !== skipped);
  if (left === undefined) throw new Error("every offer was answered");
  return { approved, skipped, left };
}

const ordersOf = async (page: Page, account: string): Promise<readonly unknown[]> =>
  (await page.request.get(`/sandbox/exchange/orders?account=${account}`)).json();

/** The server's entry of an account today. */
async function entryAt(page: Page, broker: (typeof BROKERS)[Shown]) {
  const { orders } = await (await page.request.get(`/algorithm/day?broker=${broker}`)).json();
  const [entry] = orders as readonly { readonly tag: string; readonly reason: string | null }[];
  return entry;
}

/** An unanswered entry lapses; a later answer shows that, and nothing is traded. */
async function seeLapse(page: Page, productUrl: string, left: Shown): Promise<void> {
  await expect.poll(async () => (await entryAt(page, BROKERS[left]))?.reason).toBe("approval_lapsed");
  const tag = (await entryAt(page, BROKERS[left]))?.tag;
  const late = await page.request.post(`/approvals/${tag}`, {
    data: { answer: "approve" },
    headers: { origin: productUrl },
  });
  expect([late.status(), (await late.json()).detail]).toEqual([409, "The 15 seconds are over. Nothing was traded."]);
}

/** The closed day of both accounts: the exchange's own result, and the unanswered entry. */
async function seeWholeDay(device: Page, { approved, left }: Record<"approved" | "left", Shown>): Promise<void> {
  await device.goto(TODAY);
  await device.getByRole("button", { name: approved, exact: true }).click();
  await expect(device.getByText("Flat, and it matches.")).toBeVisible();
  const [gross, charges] = [await amountOf(device, "Gross"), await amountOf(device, "All charges")];
  expect(gross).toBe(await resultAtExchange(device, CLIENTS[approved]));
  expect(gross + charges).toBe(await amountOf(device, "Today after charges"));
  await device.getByRole("button", { name: left, exact: true }).click();
  await expect(device.getByText(/No answer came within 15 seconds/).first()).toBeVisible();
  await expectSound(device);
}

test(
  "[B1.1] a day with manual approval on a desktop and a phone: one entry is approved, one skipped, one left without an answer",
  ONCE,
  async ({ page, browser, productUrl }) => {
    await arriveAsDemo(page, productUrl);
    for (const broker of Object.values(BROKERS)) await inManualMode(page, productUrl, broker);
    const phone = await (await browser.newContext({ baseURL: productUrl, viewport: PHONE_SIZE })).newPage();
    await arriveAsDemo(phone, productUrl);
    await jumpTo(page, productUrl, "09:32");
    for (const device of [page, phone]) {
      await device.goto("/algorithm/dashboard/UserProfile");
      await expect(device.getByRole("heading", { level: 1 })).toBeVisible();
    }

    // The market runs on to the signal, and waits for the user.
    const { approved, skipped, left } = await answerTwo(page, phone);
    await seeLapse(page, productUrl, left);

    const sheet = page.getByRole("dialog");
    await expect(sheet.getByText(/^Filled \d+ of \d+ at ₹/)).toBeVisible();
    await expectSound(page);
    await setSpeed(page, productUrl, 1);
    await sheet.getByRole("button", { name: "Close" }).click();
    const traded = (await Promise.all(SHOWN.map((name) => ordersOf(page, CLIENTS[name] ?? "none")))).map(
      (orders) => orders.length > 0,
    );
    expect(SHOWN.filter((_, n) => traded[n])).toEqual([approved]);
    expect(skipped).not.toBe(approved);
    await page.goto(TODAY);
    // Today opens on the account with the open trade.
    await expect(page.getByRole("button", { name: `${approved} · open`, pressed: true })).toBeVisible();
    await expect(page.getByText(`is open and its stop rests at ${approved}`)).toBeVisible();

    await jumpTo(page, productUrl, "15:35");
    for (const device of [page, phone]) await seeWholeDay(device, { approved, left });
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
