import { createPaperAdapter } from "@vriddhi/brokers/paper/adapter";
import { createPaperFiller } from "@vriddhi/brokers/paper/filler";
import { createPaperRules } from "@vriddhi/brokers/paper/rules";
import { paperSession } from "@vriddhi/brokers/paper/session";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import { type LimitedAdapter, withLimits } from "@vriddhi/brokers/transport/with-limits";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { PAPER_SETTINGS } from "@vriddhi/core/paper/paper-settings";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import type { Paise } from "@vriddhi/core/shared/money";
import { err } from "@vriddhi/core/shared/result";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { MarketFeed } from "../features/market-feed/market-feed.ts";
import { paperHandlers } from "../features/paper/paper.routes.ts";
import { createPaperService } from "../features/paper/paper.service.ts";
import { createPaperStore, PAPER_WORKS } from "../features/paper/paper.store.pg.ts";
import type { PaperRecord, PaperStore } from "../features/paper/paper.store.ts";
import { createPgPaperBooks, PAPER_CHANNEL } from "../features/paper/paper-books.store.pg.ts";
import { oneAtATime } from "../platform/clock/one-at-a-time.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { runFor } from "../platform/db/async-context.ts";
import { createBatchedReads } from "../platform/db/batched-reads.ts";
import { keepConnection, untilAborted } from "../platform/events/own-connection.ts";
import type { WorkWatch } from "../platform/events/work-watch.ts";
import type { AccountCapitals } from "./account-capitals.ts";
import type { Closing } from "./closing.ts";
import type { MarketSchedule } from "./market-schedule.ts";
import { createPaperPrices } from "./paper-prices.ts";
import type { Platform } from "./platform.ts";

const WORKING_EVERY_MS = SECOND_MS;
const RECORD_AGE_MAX_MS = SECOND_MS;
const RECORDS_AT_ONCE = 1_024;
const DIRECT = { localAddress: null, proxyUrl: null };

export interface PaperDeps {
  readonly platform: Pick<Platform, "database" | "humanClock" | "marketClock" | "calendar" | "log" | "watch">;
  readonly feed: Pick<MarketFeed, "listen" | "want">;
}

export type Paper = ReturnType<typeof composePaper>;

export function composePaper({ platform, feed }: PaperDeps) {
  const { database, humanClock, marketClock, calendar, watch } = platform;
  const store = createPaperStore(database);
  const books = createPgPaperBooks(database);
  const prices = createPaperPrices(feed, marketClock, PAPER_SETTINGS);
  const commonDeps = { prices, marketClock, calendar, tariff: tariffOf("paper"), settings: PAPER_SETTINGS };
  const rules = createPaperRules(commonDeps);
  const adapter = withLimits(
    createPaperAdapter({
      prices,
      marketClock,
      calendar,
      tariff: commonDeps.tariff,
      settings: PAPER_SETTINGS,
      books,
      clock: humanClock,
      guard: () => watch.check("a book on paper was asked"),
      // Paper trading looks instruments up one by one.
      instruments: () => Promise.resolve(err({ kind: "unavailable", reason: "paper has no list of its own" })),
    }),
    { clock: systemClock, timers: realTimers },
  );
  const service = createPaperService({
    store,
    humanClock,
    marketClock,
    atThisTime: rules.atThisTime,
    async bookOf(id) {
      const account = await books.read(id);
      return account.ok && account.value !== null ? rules.upToNow(account.value.book) : null;
    },
  });
  return { store, books, prices, commonDeps, adapter, handlers: paperHandlers(service, PAPER_SETTINGS) };
}

interface PaperAccountsDeps {
  readonly paper: { readonly store: PaperStore; readonly adapter: LimitedAdapter };
  readonly capitals: AccountCapitals;
  readonly marketClock: Platform["marketClock"];
  lossLimitOf(account: AccountId): Paise | null;
  nowMs(): number;
}

export function withPaperAccounts(port: AccountPort, deps: PaperAccountsDeps): AccountPort {
  const { paper, capitals, marketClock } = deps;
  const records = createBatchedReads<AccountId, PaperRecord>({
    read: (wanted) => runFor("orders", () => paper.store.ofAccounts(wanted)),
    nowMs: deps.nowMs,
    ageMaxMs: RECORD_AGE_MAX_MS,
    atOnceMax: RECORDS_AT_ONCE,
  });
  return {
    async find(account) {
      const linked = await port.find(account);
      const record = linked === null ? await records.get(account) : null;
      if (record === null) return linked;
      await capitals.refresh(account);
      return {
        id: account,
        adapter: paper.adapter,
        get capital() {
          return capitals.of(account) ?? record.capital;
        },
        get ownDailyStop() {
          return deps.lossLimitOf(account);
        },
        tariff: tariffOf("paper"),
        hours: TRADING_HOURS,
        seed: (calls) => paper.adapter.seed(record.id, calls),
      };
    },
    async accessOf(account) {
      const linked = await port.accessOf(account);
      const record = linked === null ? await records.get(account) : null;
      if (record === null) return linked;
      await capitals.refresh(account);
      return { session: paperSession(record, marketClock.now()), egress: DIRECT, algoId: null };
    },
    async sessionLost(account) {
      // A reset increments the number; the next lookup finds the new one.
      records.forget((key) => key === account);
      await port.sessionLost(account);
    },
  };
}

/** Receives book changes from all processes by `NOTIFY`. Best effort: consumers also poll. */
const listenForBooks = (database: Platform["database"], log: Platform["log"], onChange: (id: string) => void) =>
  keepConnection({ database, log, name: PAPER_CHANNEL }, async (client, signal) => {
    client.on("notification", ({ payload }) => onChange(payload ?? ""));
    await client.query(`LISTEN ${PAPER_CHANNEL}`);
    await untilAborted(signal);
  });

/** Accounts with working orders, as far as this process was notified. */
function createWorkingList({ store }: Pick<Paper, "store">, feed: Pick<MarketFeed, "want">) {
  let working: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let newcomers = new Set<string>();
  const refresh = oneAtATime(async () => {
    const before = working;
    working = await store.listWorking();
    for (const [isin, accounts] of working)
      for (const account of accounts) if (before.get(isin)?.has(account) !== true) newcomers.add(account);
    feed.want("paper", [...working.keys()]);
  });
  return {
    refresh,
    in: (isin: string): Iterable<string> => working.get(isin) ?? [],
    isEmpty: (): boolean => working.size === 0,
    /** Accounts whose orders are new in the list, each returned once. */
    takeNewcomers(): Iterable<string> {
      const taken = newcomers;
      newcomers = new Set();
      return taken;
    },
  };
}

/** Fills working paper orders from the feeds in the process that leads them; other processes receive no prices. */
export function startPaper(
  paper: Paper,
  deps: PaperDeps & { readonly platform: { readonly workWatch: WorkWatch } },
  closing: Closing,
  schedule?: MarketSchedule,
): void {
  const { platform, feed } = deps;
  const log = platform.log.child({ feature: "paper" });
  const list = createWorkingList(paper, feed);
  const filler = createPaperFiller({
    prices: paper.prices,
    marketClock: paper.commonDeps.marketClock,
    calendar: paper.commonDeps.calendar,
    tariff: paper.commonDeps.tariff,
    settings: paper.commonDeps.settings,
    books: paper.books,
    workingIn: list.in,
    failed: (account, reason) => log.warn({ account, reason }, "paper: order book not stored"),
  });
  let hasPrices = false;
  const stopListening = paper.prices.listen((market) => {
    hasPrices = true;
    filler.receive(market);
  });
  closing.add("paper prices", async () => {
    stopListening();
    await filler.idle();
  });
  // The poll finds a change whose `NOTIFY` was missed, and still checks it against the newest price.
  const refresh = async (): Promise<void> => {
    await list.refresh();
    for (const id of list.takeNewcomers()) if (hasPrices) filler.bookChanged(id);
  };
  const follow = async (id: string): Promise<void> => {
    await refresh();
    if (hasPrices) filler.bookChanged(id);
  };
  const onChange = (id: string): void => {
    paper.books.changed(id);
    follow(id).catch((error: unknown) => log.warn({ err: error }, "paper: orders not listed, retrying"));
  };
  closing.add("paper books", listenForBooks(platform.database, log, onChange).stop);
  const whileWorking = { everyMs: WORKING_EVERY_MS, waits: PAPER_WORKS };
  closing.add("paper orders", platform.workWatch.pollWhile("paper orders", refresh, whileWorking).stop);
  schedule?.watch({
    async idle() {
      // An order placed meanwhile sees the next price.
      await refresh();
      await filler.idle();
    },
    // A paper order fills by what the feed sends, price by price.
    wantsWholeFeed: () => !list.isEmpty(),
  });
}
