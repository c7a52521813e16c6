import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import type { Reply } from "../lib/api.ts";

type Day = Reply<"GET", "/algorithm/day">;
type Run = Reply<"GET", "/algorithm/status">;
type Runs = Reply<"GET", "/algorithm/all-status">;

const NO_CHARGES: Day["result"]["charges"] = {
  brokerage_paise: 0,
  transaction_tax_paise: 0,
  exchange_paise: 0,
  regulator_paise: 0,
  stamp_duty_paise: 0,
  gst_paise: 0,
};

export const aDay = (changes: Partial<Day> = {}): Day => ({
  trading_day: "2026-11-16",
  broker: null,
  brokers: [],
  accounts: [],
  run: null,
  is_open: false,
  signals: [],
  positions: [],
  orders: [],
  fills: [],
  notes: [],
  result: {
    realised_paise: 0,
    charges_paise: 0,
    net_paise: 0,
    charges: NO_CHARGES,
    is_exact: true,
    now_paise: 0,
  },
  daily_stop: { limit_paise: 0, rule_paise: 0, loss_paise: 0, is_hit: false },
  ...changes,
});

export const atIst = (time: string): string => new Date(`2026-11-16T${time}+05:30`).toISOString();

const anOrder = (changes: Partial<Day["orders"][number]>): Day["orders"][number] => ({
  tag: "ENTRY0000000001",
  leg: "entry",
  side: "buy",
  symbol: "SBIN",
  isin: "INE062A01020",
  quantity: 35,
  limit_paise: 81_260,
  trigger_paise: null,
  filled: 35,
  average_price_paise: 81_235,
  status: "filled",
  reason: null,
  cause: "signal",
  broker_said: null,
  planned_at: atIst("10:21:04"),
  ended_at: null,
  ...changes,
});

/** The state of one account: it runs and nothing was traded. */
export const anAccount = (changes: Partial<Day["accounts"][number]> = {}): Day["accounts"][number] => ({
  broker: "zerodha",
  is_running: true,
  is_open: false,
  positions: 0,
  has_traded: false,
  now_paise: 0,
  ...changes,
});

export const aDayWithTrade = (changes: Partial<Day> = {}): Day =>
  aDay({
    broker: "zerodha",
    brokers: ["zerodha"],
    accounts: [anAccount({ is_open: true, positions: 1, has_traded: true, now_paise: 17_440 })],
    run: { started_at: atIst("09:00:00"), stopped_at: null, capital_paise: 5_000_000, approval_mode: "auto" },
    is_open: true,
    signals: [
      {
        id: "signal-1",
        symbol: "SBIN",
        side: "buy",
        sentence: "SBIN broke its 15-minute high of ₹811.40.",
        made_at: atIst("10:21:04"),
        outcome: "order",
        skip: null,
      },
    ],
    positions: [
      {
        tag: "ENTRY0000000001",
        symbol: "SBIN",
        isin: "INE062A01020",
        side: "buy",
        quantity: 35,
        average_paise: 81_235,
        stop_paise: 80_560,
        target_paise: 82_660,
        last_price_paise: 81_820,
        last_heard_at: atIst("10:42:06"),
        price_age_ms: 400,
        open_result_paise: 20_475,
      },
    ],
    orders: [
      anOrder({}),
      anOrder({
        tag: "STOP00000000001",
        leg: "exit",
        side: "sell",
        limit_paise: 78_000,
        trigger_paise: 80_560,
        filled: 0,
        average_price_paise: 0,
        status: "accepted",
        cause: "protect",
        planned_at: atIst("10:21:06"),
      }),
    ],
    fills: [{ tag: "ENTRY0000000001", at: atIst("10:21:05"), quantity: 35, price_paise: 81_235 }],
    result: {
      realised_paise: 0,
      charges_paise: 1_500,
      net_paise: -1_500,
      charges: NO_CHARGES,
      is_exact: true,
      now_paise: 17_440,
    },
    daily_stop: { limit_paise: 50_000, rule_paise: 50_000, loss_paise: 0, is_hit: false },
    ...changes,
  });

export const aRun = (changes: Partial<Run> = {}): Run => ({
  status: "stopped",
  broker: null,
  capital: 500,
  stocks: [],
  background_mode: false,
  closing: false,
  approval_mode: null,
  day_approval: null,
  started_at: null,
  stopped_at: null,
  stop_cause: null,
  next_start: null,
  kill_switch: false,
  consent_needed: null,
  ...changes,
});

export const someRuns = (changes: Partial<Runs> = {}): Runs => {
  const stopped = Object.fromEntries(tradingBrokers.map((broker) => [broker, aRun({ broker })])) as Runs;
  return { ...stopped, ...changes };
};
