import type { Browser, BrowserContextOptions } from "@playwright/test";

/** Times of the demo user's first day: before the open, with their trade open, and after the close. */
export const stages = ["morning", "trade", "evening"] as const;
export type Stage = (typeof stages)[number];

const times: Readonly<Record<Exclude<Stage, "morning">, readonly string[]>> = {
  trade: ["09:10", "09:40"],
  evening: ["10:30", "11:30", "12:30", "13:30", "14:30", "15:35"],
};

/** One call resolves when all processes are idle, and a day is played tick by tick: only a hang reaches this bound. */
const HOP_MS = 15 * 60_000;

export async function reach(
  browser: Browser,
  url: string,
  subscriber: BrowserContextOptions["storageState"],
  stage: Stage,
): Promise<void> {
  if (stage === "morning") return;
  const context = await browser.newContext(subscriber === undefined ? {} : { storageState: subscriber });
  const post = async (path: string, data: object) => {
    const reply = await context.request.post(url + path, { data, headers: { origin: url }, timeout: HOP_MS });
    if (!reply.ok()) throw new Error(`${path} was answered with ${reply.status()} ${await reply.text()}`);
  };
  try {
    const { now } = (await (await context.request.get(`${url}/sandbox/clock`)).json()) as { now: string };
    if (stage === "trade") {
      const run = { trading_type: "equity", capital: 100_000 };
      await post("/algorithm/start", { ...run, broker: "angelone", background_mode: true });
      await post("/paper/open", { capital: run.capital });
      await post("/algorithm/start", { ...run, broker: "paper" });
    }
    for (const time of times[stage]) await post("/sandbox/clock", { now: `${now.slice(0, 10)}T${time}:00+05:30` });
    await post("/sandbox/clock", { speed: 1 });
  } finally {
    await context.close();
  }
}
