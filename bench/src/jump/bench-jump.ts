import { createHash } from "node:crypto";
import type { Benchmark } from "../benchmark.ts";
import { besideBareSeconds } from "../load-process.ts";
import { jumpTo, type OwnProduct, signInDemoUser, startOwnProduct } from "../own-product.ts";
import { cpuMsOf } from "../process-cpu.ts";
import { judge, note } from "../report.ts";

const RUN = { trading_type: "equity", capital: 100_000, broker: "angelone", background_mode: true };
const DAY_ENDS = "15:45";
/** The seeded day gives the same whatever the machine does beside it. */
const ACCOUNTS_AT_TARGET = 47;
const ALARMS = ["position_naked", "position_stuck", "position_handed_over"] as const;
const BARE_SECONDS_MAX = 15;

interface ExchangeOrder {
  readonly account: string;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly filled_quantity: number;
  readonly status: string;
  readonly fills: readonly { readonly quantity: number; readonly price_paise: number }[];
}

/** Two commits that play the same day have the same digest; which account gets which price level depends on who came first. */
function digestOf(orders: readonly ExchangeOrder[]): string {
  const rows = orders.map(({ account, symbol, side, quantity, filled_quantity, status }) =>
    [account, symbol, side, quantity, filled_quantity, status].join(" "),
  );
  return createHash("sha256").update(rows.sort().join("\n")).digest("hex").slice(0, 12);
}

const cashPaiseOf = (orders: readonly ExchangeOrder[]): number =>
  orders
    .flatMap(({ side, fills }) =>
      fills.map(({ quantity, price_paise }) => (side === "buy" ? -1 : 1) * quantity * price_paise),
    )
    .reduce((sum, each) => sum + each, 0);

async function ledgerOf({ query }: OwnProduct) {
  const [closed] = await query<{ target: number; silent: number }>(
    `SELECT count(DISTINCT account_id) FILTER (WHERE fact ->> 'reason' = 'target')::int AS target,
       count(DISTINCT account_id) FILTER (WHERE fact ->> 'reason' = 'feed_silent')::int AS silent
     FROM ledger WHERE kind = 'position_closing'`,
  );
  const [alarms] = await query<{ n: number }>("SELECT count(*)::int AS n FROM ledger WHERE kind = ANY ($1)", [ALARMS]);
  return { target: closed?.target ?? 0, silent: closed?.silent ?? Number.NaN, alarms: alarms?.n ?? Number.NaN };
}

async function playDay() {
  const product = await startOwnProduct({ SANDBOX_ACCOUNTS: "50" });
  try {
    const person = await signInDemoUser(product.url);
    await person.call("POST", "/algorithm/start", RUN);
    const before = { cpuMs: cpuMsOf(product.pid), atMs: performance.now() };
    await jumpTo(person, DAY_ENDS);
    const cpuSeconds = (cpuMsOf(product.pid) - before.cpuMs) / 1_000;
    const tookSeconds = (performance.now() - before.atMs) / 1_000;
    const orders = await person.call<readonly ExchangeOrder[]>("GET", "/sandbox/exchange/orders");
    return { cpuSeconds, tookSeconds, orders, ...(await ledgerOf(product)) };
  } finally {
    await product.stop();
  }
}

/** A whole trading day of the sandbox by jumps, with fifty accounts that run and the demo person's. */
export const benchJump: Benchmark = async () => {
  const [day, bare] = await besideBareSeconds(playDay);
  const beside = `${day.cpuSeconds.toFixed(1)} s of CPU in ${day.tookSeconds.toFixed(0)} s; bare ${bare.toFixed(2)} s`;
  return [
    judge(
      "jump: CPU of the day, all processes / bare second",
      day.cpuSeconds / bare,
      { atMost: BARE_SECONDS_MAX },
      beside,
    ),
    judge("jump: accounts at their target", day.target, { atLeast: ACCOUNTS_AT_TARGET }),
    judge("jump: accounts left for a silent feed, and alarms", day.silent + day.alarms, { atMost: 0 }),
    note(
      "jump: orders at the exchange, their digest and cash in paise",
      `${day.orders.length}, ${digestOf(day.orders)}, ${cashPaiseOf(day.orders)}`,
    ),
  ];
};
