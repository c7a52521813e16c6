import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAngelOne } from "../angelone/create-angelone.ts";
import { createFaults, type FaultKind } from "../faults/faults.ts";
import { createFyers } from "../fyers/fyers.ts";
import { createZerodha } from "../zerodha/zerodha.ts";
import type { BrokerEvent } from "./broker-event.ts";
import { type BrokerWorld, createBrokerWorld, marketOf, perform, recordSteering, seededId } from "./broker-world.ts";
import { serveAtCounter } from "./counter.ts";
import { createMarketDriver } from "./market-driver.ts";
import { recordCore } from "./recorded-core.ts";
import { createRecordedFaults } from "./recorded-faults.ts";
import { totpAt } from "./totp.ts";
import type { WireRequest } from "./wire.ts";

const START = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));
const AUTH = "/rest/auth/angelbroking/user/v1/loginByPassword";
const ORDERS = "/rest/secure/angelbroking/order/v1";
const CLIENT = seededId("angelone", 4);

/** The sandbox without sockets or a clock, with an in-memory event log. */
function aWorld() {
  const waiting = createFaults();
  const faults = createRecordedFaults(waiting);
  const world: BrokerWorld = createBrokerWorld(
    {
      seed: 21,
      faults,
      cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
      redirectUrl: () => "http://127.0.0.1:9/",
      post: () => undefined,
    },
    0,
  );
  const driver = createMarketDriver(
    world.exchange,
    () => START,
    async () => undefined,
  );
  return { waiting, faults, world, driver };
}

type Step = {
  readonly what: "place" | "modify" | "cancel" | "pass" | "fault" | "login";
  readonly pick: number;
  readonly size: number;
};

const KINDS: readonly FaultKind[] = [
  "late-accept",
  "partial-fill",
  "modify-pending",
  "modify-lost",
  "modify-refused",
  "trigger-passed",
  "band-moved",
  "circuit-queue",
  "square-off",
  "expire-session",
  "reject",
  "drop-after-accept",
  "throttle",
];

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom("place", "place", "place", "modify", "cancel", "pass", "fault", "login"),
    pick: fc.nat(1_000),
    size: fc.integer({ min: 1, max: 40 }),
  }),
  { minLength: 5, maxLength: 40 },
);

/** The second of two closings waits until the day is over. */
const SQUARED_OFF_TWICE: Step[] = [
  ...Array.from({ length: 4 }, () => ({ what: "place", pick: 0, size: 1 }) as const),
  { what: "fault", pick: KINDS.indexOf("square-off"), size: 1 },
];

/** A random day of a client at Angel One under faults; returns its event log. */
function live(script: readonly Step[]): {
  readonly events: readonly BrokerEvent[];
  readonly seen: unknown;
  readonly at: EpochMs;
} {
  const { waiting, faults, world, driver } = aWorld();
  const events: BrokerEvent[] = [];
  const write = (event: BrokerEvent): void => void events.push(event);
  const { exchange, clients } = recordSteering(world, write);
  const core = recordCore(() => world.parts.angelone.core, {
    broker: "angelone" as const,
    faults,
    write,
    strike: () => undefined,
  });
  let now = START;
  let token = "";
  const ids: string[] = [];
  driver.liveTo(now);
  write({ do: "begin", market: now, generation: 0 });
  const client = clients.angelone.find(CLIENT);
  const headers = () => ({
    "x-usertype": "USER",
    "x-privatekey": client?.app.key ?? "",
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
  });
  const call = (path: string, body: object): Record<string, unknown> | null => {
    const query = new URLSearchParams();
    const request: WireRequest = {
      method: "POST",
      path,
      query,
      headers: headers(),
      body: JSON.stringify(body),
      from: "",
    };
    const counter = { core, exchange: () => exchange, faults: waiting, target: "angelone" as const };
    const outcome = serveAtCounter(counter, request, { human: now, market: now });
    if (outcome.kind !== "answer" || !String(outcome.reply.body).startsWith("{")) return null;
    return (JSON.parse(String(outcome.reply.body)) as { data: Record<string, unknown> | null }).data;
  };
  const form = ({ pick, size }: Step) => {
    const last = exchange.lastPrice("SBIN") / 100;
    const isStop = pick % 4 === 0;
    const isBuy = pick % 3 !== 0;
    const price = Math.round(last * (1 + ((pick % 9) - 4) / 200));
    return {
      variety: isStop ? "STOPLOSS" : "NORMAL",
      tradingsymbol: "SBIN-EQ",
      symboltoken: "3045",
      exchange: "NSE",
      transactiontype: isBuy ? "BUY" : "SELL",
      ordertype: isStop ? "STOPLOSS_LIMIT" : "LIMIT",
      producttype: "INTRADAY",
      duration: "DAY",
      price: String(price),
      quantity: String(size),
      ...(isStop ? { triggerprice: String(price + (isBuy ? -1 : 1)) } : {}),
    };
  };
  const acts: Readonly<Record<Step["what"], (step: Step) => void>> = {
    login: () => {
      const totp = totpAt(client?.totpSecret ?? "", now);
      const data = call(AUTH, { clientcode: CLIENT, password: client?.pin, totp });
      token = String(data?.["jwtToken"] ?? token);
    },
    place: (step) => {
      const data = call(`${ORDERS}/placeOrder`, form(step));
      if (typeof data?.["orderid"] === "string") ids.push(data["orderid"]);
    },
    modify: (step) =>
      void call(`${ORDERS}/modifyOrder`, { ...form(step), orderid: ids[step.pick % (ids.length || 1)] }),
    cancel: ({ pick }) =>
      void call(`${ORDERS}/cancelOrder`, { variety: "NORMAL", orderid: ids[pick % (ids.length || 1)] }),
    fault: ({ pick, size }) =>
      waiting.set("angelone", KINDS[pick % KINDS.length] as FaultKind, 1 + (size % 2), {
        account: CLIENT,
        seconds: size,
      }),
    pass: ({ size }) => {
      now = later(now, size * (size % 5 === 0 ? 20 * MINUTE_MS : SECOND_MS));
    },
  };
  for (const step of [{ what: "login", pick: 0, size: 1 } as const, ...script]) {
    now = later(now, SECOND_MS);
    acts[step.what](step);
    driver.liveTo(now);
    core.beat({ human: now, market: now });
  }
  // Unused faults are stored beside the events.
  waiting.clear();
  return { events, seen: seenIn(world), at: now };
}

const seenIn = ({ exchange, parts }: BrokerWorld): unknown => {
  const orders = exchange.findOrders({});
  return {
    orders,
    histories: orders.map(({ id }) => exchange.orderHistory(id)),
    quote: exchange.quote("SBIN"),
    funds: exchange.funds(CLIENT),
    positions: exchange.positions(CLIENT),
    late: parts.angelone.core.isDue({ human: later(START, 1e12), market: START }),
  };
};

describe("any sequence of events", () => {
  it("rebuilds the same sandbox state when its log is read back as text", () => {
    let orders = 0;
    fc.assert(
      fc.property(steps, (script) => {
        const { events, seen, at } = live(script);
        const { faults, world, driver } = aWorld();
        for (const event of JSON.parse(JSON.stringify(events)) as BrokerEvent[]) {
          const market = marketOf(event);
          if (market !== null) driver.liveTo(market);
          perform(world, faults, event);
        }
        driver.liveTo(at);
        expect(seenIn(world)).toEqual(seen);
        orders += world.exchange.findOrders({}).length;
      }),
      { numRuns: 12, examples: [[SQUARED_OFF_TWICE]] },
    );
    expect(orders).toBeGreaterThan(20);
  });
});
