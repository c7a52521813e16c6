import { ledgerKey } from "@vriddhi/core/ledger/ledger-event";
import { createSeededRandom, type Random } from "@vriddhi/core/shared/random";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { expect, it } from "vitest";
import { createMemoryOrderStore } from "../memory/memory-order-store.ts";
import { createMemoryTables } from "../memory/memory-tables.ts";
import type { OrderStore } from "../ports/order-store.ts";
import type { BucketLease } from "../ports/ownership.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import { accountsIn, entryOf, exitOf, fillEvent, plannedEvent, STORE_DAY, STORE_NOW } from "./store-fixture.ts";

const BUCKET = 21;
const LEASE_MS = 10 * SECOND_MS;
const STEPS = 40;
const CALLERS = 24;
const HANG_MS = 900_000;

/** One operation on any store; its result holds everything that a caller may rely on. */
type Work = (store: OrderStore, lease: BucketLease) => Promise<unknown>;

interface Fixture {
  readonly account: StoredOrder["accountId"];
  readonly orders: StoredOrder[];
  made: number;
}

/** Guessed versions make some updates stale. */
const someVersion = (random: Random): number => random.int(1, 3);

const someOrder = (random: Random, { orders }: Fixture): StoredOrder | null =>
  orders.length === 0 ? null : random.pick(orders);

function addOrder(random: Random, desk: Fixture): Work {
  desk.made += 1;
  const name = `${desk.account}x${desk.made}`.replaceAll(/[^a-z0-9]/g, "").slice(-14);
  const entry = desk.orders.find(({ leg }) => leg === "entry");
  if (entry === undefined || random.int(1, 2) === 1) {
    const order = entryOf(name, desk.account, `s${random.int(1, 6)}`);
    desk.orders.push(order);
    return (store, lease) => store.addEntries(lease, [order], [plannedEvent(order)]);
  }
  const exit = exitOf(name, entry, random.int(1, 6));
  desk.orders.push(exit);
  return (store, lease) => store.addExit(lease, exit, [plannedEvent(exit)]);
}

function changeOrder(random: Random, order: StoredOrder): Work {
  const { tag, pricing } = order;
  const state = { ...order.state, filled: random.int(0, 10) };
  const update = { tag, version: someVersion(random), state, pricing };
  const events = [fillEvent(order, `f${random.int(1, 5)}`, 1)];
  const now = random.int(1, 4) === 1 ? (order.entry?.validUntil ?? STORE_NOW) : STORE_NOW;
  if (random.int(1, 2) === 1) return (store, lease) => store.claim(lease, update, events, now);
  return (store, lease) => store.record(lease, [update], events);
}

function commandOrder(random: Random, { tag, pricing, state }: StoredOrder): Work {
  const n = random.int(1, 3);
  const command = { kind: "modify", n, sentAt: STORE_NOW, answer: "none", quantity: 5, pricing } as const;
  const version = someVersion(random);
  const update = { tag, version, state: { ...state, quantity: 5 }, pricing };
  const works: readonly Work[] = [
    (store, lease) => store.addCommand(lease, { tag, command, verdict: "open" }, version, []),
    (store, lease) => store.answerCommand(lease, tag, n, "refused"),
    (store, lease) => store.judgeCommand(lease, tag, n, "not_done", [update], []),
  ];
  return random.pick(works);
}

function someWork(random: Random, desk: Fixture): Work {
  const order = someOrder(random, desk);
  const kind = random.int(1, 10);
  if (order === null || kind <= 3) return addOrder(random, desk);
  return kind <= 7 ? changeOrder(random, order) : commandOrder(random, order);
}

const sortedBy = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] =>
  items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

async function wholeDay(store: OrderStore, account: StoredOrder["accountId"]) {
  const { orders, commands, ledger } = await store.loadAccount(account, STORE_DAY);
  return {
    orders: sortedBy(orders, ({ tag }) => tag),
    commands: sortedBy(commands, ({ tag, command }) => `${tag} ${command.n}`),
    ledger: sortedBy(ledger, ledgerKey),
  };
}

/** Each caller works on its own account; the in-memory store is the oracle. */
async function workFor(store: OrderStore, lease: BucketLease, account: StoredOrder["accountId"], seed: number) {
  const random = createSeededRandom(seed);
  const model = createMemoryOrderStore(createMemoryTables());
  const [modelLease] = await model.lease("worker", [BUCKET], LEASE_MS);
  if (modelLease === undefined) throw new Error("the bucket was not given");
  const desk: Fixture = { account, orders: [], made: 0 };
  for (let step = 0; step < STEPS; step++) {
    const task = someWork(random, desk);
    expect(await task(store, lease), `${account}, step ${step}`).toEqual(await task(model, modelLease));
  }
  expect(await wholeDay(store, account)).toEqual(await wholeDay(model, account));
}

async function bucketOf(store: OrderStore): Promise<BucketLease> {
  const [lease] = await store.lease("worker", [BUCKET], LEASE_MS);
  if (lease === undefined) throw new Error("the bucket was not given");
  return lease;
}

/** Concurrent callers: each gets the answer that it would get alone. */
export function describeRandomWork(subject: () => readonly OrderStore[]): void {
  it(
    "answers random work of eight concurrent clients like a simple model, step by step",
    async () => {
      const [first] = subject() as [OrderStore];
      const lease = await bucketOf(first);
      const accounts = accountsIn(BUCKET, subject().length);
      await Promise.all(accounts.map((account, n) => workFor(subject()[n] ?? first, lease, account, 7_000 + n)));
    },
    HANG_MS,
  );

  it(
    "answers concurrent callers of one client like a simple model, although they share statements",
    async () => {
      const [first] = subject() as [OrderStore];
      const lease = await bucketOf(first);
      await Promise.all(accountsIn(BUCKET, CALLERS).map((account, n) => workFor(first, lease, account, 8_000 + n)));
    },
    HANG_MS,
  );
}
