import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { paise } from "@vriddhi/core/shared/money";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { type BucketLease, bucketOf } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { entryOf, plannedEvent, STORE_DAY, STORE_NOW } from "@vriddhi/execution/store-suite/store-fixture";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFigureStore } from "../features/observability/figures.store.pg.ts";
import { serveFigures } from "../features/observability/figures.ts";
import { observeOrders } from "../features/observability/observe-orders.ts";
import { createOrderFacts } from "../features/observability/order-facts.ts";
import { createTraceExport } from "../features/observability/trace-export.ts";
import { createTracedEntryStore } from "../features/observability/traced-entry.store.pg.ts";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { createOtlpCollector, type OtlpSpan } from "../gateways/otlp/otlp-collector.ts";
import { Secret } from "../platform/config/secret.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { toTimestamp } from "../platform/db/instant.ts";
import { createLogger } from "../platform/log/logger.ts";
import { startTestProduct, type TestProduct } from "../testing/product.ts";
import { makeSignal } from "../testing/signals-fixture.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const read = (path: string): string => fs.readFileSync(join(ROOT, path), "utf8");
const list = (path: string): readonly string[] => fs.readdirSync(join(ROOT, path));

let product: TestProduct;
let database: Database;
beforeAll(async () => {
  product = await startTestProduct();
  database = openDatabase(product.databaseUrl, {
    max: 2,
    kept: { orders: 2, desk_product: 1 },
    role: APP_ROLE,
    onError: () => {},
  });
});
afterAll(async () => {
  await database.close();
  await product.close();
});

const scrape = async (): Promise<string> => (await product.send("GET", "/metrics", { ip: "127.0.0.1" })).body;
const OTHERS = new Set(["up", "ALERTS"]);

/** Names of metrics in PromQL: words before a selector, bracket or operator that are no function and no label. */
function metricsIn(expression: string): readonly string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, "").replaceAll(/\b(by|on|without)\s*\([^)]*\)/g, "");
  const words = bare.replaceAll(/\{[^}]*\}/g, "").matchAll(/[a-z][a-z0-9_]*_[a-z0-9_]+\b(?!\s*\()/g);
  return [...words].map(([word]) => word).filter((word) => !OTHERS.has(word));
}

const ALERTS = read("deploy/prometheus/alerts.yml");
const RULES = ALERTS.split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.split("\n")[0] ?? "",
    text,
    expression: /expr: (?:>-)?([\s\S]*?)\n {8}for: /.exec(text)?.[1] ?? "",
    runbook: /runbook_url: (\S+)/.exec(text)?.[1] ?? "",
  }));

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}
const EXPRESSIONS = list("deploy/grafana").flatMap((file) =>
  (JSON.parse(read(`deploy/grafana/${file}`)) as Dashboard).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ where: `${file}: ${title}`, expression: expr })),
  ),
);

describe("rules, dashboards and runbooks", () => {
  it("name only metrics that the product exports", async () => {
    const names = [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    const known = new Set(names);
    const asked = [...RULES.map(({ name, expression }) => ({ where: name, expression })), ...EXPRESSIONS];
    const missing = asked.flatMap(({ where, expression }) =>
      metricsIn(expression).flatMap((name) => (known.has(name) ? [] : [`${where}: ${name}`])),
    );
    expect(missing).toEqual([]);
    // The reader of expressions finds something in each one, so that an empty result proves something.
    expect(asked.filter(({ expression }) => !/\bup\b/.test(expression) && metricsIn(expression).length === 0)).toEqual(
      [],
    );
    expect(RULES).toHaveLength((ALERTS.match(/ alert: /g) ?? []).length);
  });

  it("are complete: every alert has a duration, a severity, a summary and a runbook, and every runbook an alert", () => {
    for (const { text } of RULES)
      expect(text).toMatch(/for: \d+[sm]\n +labels: \{ severity: (critical|warning) \}\n[\s\S]*summary: "[^"]{40,}"/);
    const runbooks = list("docs/operations/runbooks").map((file) => `docs/operations/runbooks/${file}`);
    expect(RULES.map(({ runbook }) => runbook).toSorted()).toEqual([...runbooks].toSorted());
    for (const { name, runbook } of RULES) expect(read(runbook).split("\n")[0]).toBe(`# ${name}`);
  });

  it("are explained: the page of metrics has every metric of the product", async () => {
    const page = read("docs/operations/observability.md");
    const own = [...(await scrape()).matchAll(/^# TYPE (vriddhi_\S+|http_\S+) /gm)].map(([, name = ""]) => name);
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });
});

async function leaseOf(bucket: number): Promise<BucketLease> {
  const [held] = await product.query<{ epoch: string }>("SELECT epoch FROM bucket_owner WHERE bucket = $1", [bucket]);
  return { bucket, epoch: Number(held?.epoch) };
}

async function openAccount(broker: string) {
  const account = accountId(randomUUID());
  await product.query("INSERT INTO trading_account VALUES ($1, $2, $3, $4, now())", [
    account,
    randomUUID(),
    broker,
    account,
  ]);
  return { account, lease: await leaseOf(bucketOf(account)) };
}

const moved = (order: StoredOrder, to: "accepted" | "filled" | "unknown", n: number) => ({
  ...plannedEvent(order),
  at: later(STORE_NOW, 900),
  fact: { kind: "order_moved" as const, tag: order.tag, n, from: "sending" as const, to, reason: null },
});
const fillOf = (entry: StoredOrder) => ({
  ...plannedEvent(entry),
  at: later(STORE_NOW, 1_000),
  fact: {
    kind: "fill" as const,
    tag: entry.tag,
    positionId: entry.positionId,
    isin: entry.instrument.isin,
    leg: entry.leg,
    side: entry.side,
    fillId: "trade-1",
    quantity: 10,
    price: paise(79_995),
  },
});

async function enter(store: OrderStore, broker: string, signalId: string, sentAfterMs: number): Promise<StoredOrder> {
  const { account, lease } = await openAccount(broker);
  const entry = entryOf(`E${account.slice(0, 8)}`, account, signalId);
  await store.addEntries(lease, [entry], [plannedEvent(entry)]);
  const wire = { tag: entry.tag, day: STORE_DAY, call: "place" as const, text: "client AB1234" };
  await store.addWireRecords([{ ...wire, direction: "request", at: later(STORE_NOW, sentAfterMs) }]);
  await store.addWireRecords([{ ...wire, direction: "answer", at: later(STORE_NOW, sentAfterMs + 300) }]);
  const isFilled = broker !== "fyers";
  const status = isFilled ? ("filled" as const) : ("unknown" as const);
  const state = { ...entry.state, status, filled: isFilled ? 10 : 0 };
  const events = [moved(entry, status, 1), ...(isFilled ? [fillOf(entry)] : [])];
  await store.record(lease, [{ tag: entry.tag, version: 1, state, pricing: entry.pricing }], events);
  return entry;
}

function serve(clock: VirtualClock, away?: { readonly isAway: boolean }) {
  const [registry, facts] = [new Registry(), createOrderFacts()];
  const store = createFigureStore(database);
  serveFigures({
    registry,
    facts,
    store: { read: (...asked) => (away?.isAway ? Promise.reject(new Error("away")) : store.read(...asked)) },
    pools: database.pools,
    calendar: nseCalendar,
    humanClock: clock,
    marketClock: clock,
    monotonic: { nowMs: clock.now },
    log: createLogger("silent"),
  });
  return { facts, metrics: () => registry.metrics() };
}

describe("the metrics of orders", () => {
  it("count statuses by broker and time signals and answers", async () => {
    const clock = createVirtualClock(STORE_NOW);
    const { facts, metrics } = serve(clock);
    const store = observeOrders(createPgOrderStore(database), [facts]);
    const share = { isin: "INE062A01020", symbol: "SBIN", price: paise(80_000), stop: paise(79_000), target: null };
    const signal = await makeSignal(database, STORE_NOW, { desk: "angelone", day: STORE_DAY, ...share });
    await enter(store, "zerodha", signal, 400);
    await enter(store, "angelone", signal, 1_500);
    await enter(store, "fyers", "an operator's order", 1_500);
    clock.advance(60 * SECOND_MS);
    const text = await metrics();
    expect(text).toContain('vriddhi_orders_total{broker="zerodha",status="filled"} 1');
    expect(text).toContain('vriddhi_orders_total{broker="fyers",status="unknown"} 1');
    expect(text).toContain('vriddhi_orders_total{broker="angelone",status="created"} 1');
    expect(text).toContain('vriddhi_open_orders{broker="fyers",status="unknown"} 1');
    expect(text).toContain('vriddhi_open_orders{broker="zerodha",status="unknown"} 0');
    expect(text).toContain('vriddhi_order_answer_seconds_count{broker="zerodha"} 1');
    expect(text).toContain('vriddhi_order_answer_seconds_sum{broker="angelone"} 0.3');
    expect(text).toContain('vriddhi_signal_send_seconds_sum{send="first"} 0.4');
    expect(text).toContain('vriddhi_signal_send_seconds_sum{send="last"} 1.5');
    expect(text).toContain('vriddhi_signal_send_seconds_count{send="last"} 1');
    expect(text).toContain("\nvriddhi_database_up 1\n");
    expect(text).toMatch(/^vriddhi_buckets_without_owner 0$/m);
    expect(text).not.toContain("AB1234");
    // The statement of a scrape does not count as waiting for its connection.
    clock.advance(60 * SECOND_MS);
    expect(await metrics()).toContain('vriddhi_db_pool_waiting_requests{pool="desk_product"} 0');
  });

  it("are absent while the database is away, and nothing is lost then", async () => {
    const clock = createVirtualClock(STORE_NOW);
    const away = { isAway: true };
    const { facts, metrics } = serve(clock, away);
    await enter(observeOrders(createPgOrderStore(database), [facts]), "zerodha", randomUUID(), 100);
    const first = await metrics();
    expect(first).toContain("\nvriddhi_database_up 0\n");
    expect(first).not.toMatch(/^vriddhi_(buckets_without_owner|open_orders\S*|queue_jobs\S*) /m);
    expect(first).toContain('vriddhi_orders_total{broker="zerodha",status="created"} 0');
    away.isAway = false;
    expect(await metrics()).toBe(first);
    clock.advance(60 * SECOND_MS);
    const text = await metrics();
    expect(text).toContain('vriddhi_orders_total{broker="zerodha",status="created"} 1');
    expect(text).toContain('vriddhi_order_answer_seconds_count{broker="zerodha"} 1');
  });

  it("report queues and failed logins", async () => {
    const user = await product.makeUser();
    await product.send("POST", "/auth/login", { body: { email: user.email, password: "wrong-password" } });
    await product.signIn(user);
    const text = await scrape();
    expect(text).toContain('vriddhi_logins_total{outcome="failed"} 1');
    expect(text).toContain('vriddhi_logins_total{outcome="ok"} 1');
    expect(text).toMatch(/^vriddhi_queue_jobs\{queue="mail"\} \d+$/m);
  });
});

interface Received {
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly spans: readonly OtlpSpan[];
}

async function openReceiver(status: number) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString());
    received.push({ path: request.url, headers: request.headers, spans: resourceSpans[0].scopeSpans[0].spans });
    response.writeHead(status).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Waits end when the test says so. */
function manualTimers() {
  let waiting: (() => void)[] = [];
  return {
    after(_: number, run: () => void) {
      waiting.push(run);
      return () => {
        waiting = waiting.filter((other) => other !== run);
      };
    },
    count: () => waiting.length,
    run() {
      for (const go of waiting.splice(0)) go();
    },
  };
}

describe("traces", () => {
  it.each([
    [200, "exported"],
    [503, "lost"],
  ])("go to the collector from the signal to the fill, once; it answers %i", async (status, outcome) => {
    const [clock, timers, receiver, registry] = [
      createVirtualClock(STORE_NOW),
      manualTimers(),
      await openReceiver(status),
      new Registry(),
    ];
    const log = createLogger("silent");
    const traces = createTraceExport({
      store: createTracedEntryStore(database),
      collector: createOtlpCollector({ url: `${receiver.url}/otlp/`, headers: new Secret("x-key=a%20b"), log }),
      registry,
      ratio: 1,
      humanClock: clock,
      timers,
      log,
    });
    const store = observeOrders(createPgOrderStore(database), [traces]);
    expect(timers.count()).toBe(0);
    const signal = randomUUID();
    const share = { isin: "INE062A01020", symbol: "SBIN", price: paise(80_000), stop: paise(79_000), target: null };
    await product.query("DELETE FROM signal");
    const made = await makeSignal(database, STORE_NOW, { desk: "angelone", day: STORE_DAY, ...share });
    const filled = await enter(store, "zerodha", made, 400);
    const unknown = await enter(store, "fyers", signal, 400);
    timers.run();
    await eventually("spans", async () => receiver.received[0] ?? null);
    await eventually("the next turn", async () => timers.count() || null);
    const [{ path, headers, spans } = { path: "", headers: {}, spans: [] }] = receiver.received;
    expect(path).toBe("/otlp/v1/traces");
    expect(headers["x-key"]).toBe("a b");
    expect(spans.map(({ name }) => name)).toEqual(["signal to fill", "plan", "send", "broker place", "fill"]);
    const [root, ...children] = spans;
    expect(new Set(children.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root?.spanId]));
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(root?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(root?.startTimeUnixNano).toBe(`${STORE_NOW}000000`);
    expect(root?.endTimeUnixNano).toBe(`${STORE_NOW + 900}000000`);
    expect(root?.events).toEqual([{ name: "filled", timeUnixNano: `${STORE_NOW + 900}000000` }]);
    const sent = JSON.stringify(spans);
    for (const secret of [filled.accountId, "AB1234", "79995", unknown.tag]) expect(sent).not.toContain(secret);
    // An entry that stays open is exported after ten minutes, as a fault; then no timer runs.
    clock.advance(11 * 60 * SECOND_MS);
    timers.run();
    const second = await eventually("the open entry", async () => receiver.received[1] ?? null);
    expect(second.spans[0]).toMatchObject({ name: "signal to fill", status: { code: 2, message: "unknown" } });
    await eventually("the count", async () => (await registry.metrics()).includes(`"${outcome}"} 2`) || null);
    expect(timers.count()).toBe(0);
    await traces.stop();
    await receiver.close();
  });

  it("follow the accounts of the sample only", async () => {
    const timers = manualTimers();
    const log = createLogger("silent");
    const traces = createTraceExport({
      store: createTracedEntryStore(database),
      collector: createOtlpCollector({ url: "http://127.0.0.1:9", headers: null, log }),
      registry: new Registry(),
      ratio: 0,
      humanClock: createVirtualClock(STORE_NOW),
      timers,
      log,
    });
    await enter(observeOrders(createPgOrderStore(database), [traces]), "zerodha", toTimestamp(STORE_NOW), 100);
    expect(timers.count()).toBe(0);
    await traces.stop();
  });
});

it("buckets without an owner are counted by the database's clock, whether their worker released them or not", async () => {
  await product.stop();
  const count = async () =>
    /^vriddhi_buckets_without_owner (\d+)$/m.exec(await serve(createVirtualClock(STORE_NOW)).metrics())?.[1];
  expect(await count()).toBe("64");
  await product.query("UPDATE bucket_owner SET worker = 'b/1/1/x', lease_until = now() + interval '1 minute'");
  expect(await count()).toBe("0");
  await product.query("UPDATE bucket_owner SET lease_until = now() - interval '1 second' WHERE bucket < 3");
  expect(await count()).toBe("3");
});
