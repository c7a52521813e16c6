import { FEED_SILENCE_MAX_MS, type FundsFact } from "@vriddhi/core/readiness/readiness";
import { poolOf } from "@vriddhi/core/schedule/concurrency-pool";
import { rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { createCalendar, nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "../../platform/db/database.ts";
import type { ClaimedStep } from "../../platform/due-step/due-step.store.ts";
import { createReadinessService, type ReadinessDeps } from "./readiness.service.ts";
import type { ReadinessRecord } from "./readiness.store.ts";
import type { ReadinessAccount } from "./readiness-accounts.ts";
import type { ReadinessNotice } from "./readiness-check.ts";

const at = (text: string): EpochMs => epochMs(Date.parse(`${text}+05:30`));
const DAY = istDate("2026-11-16");
const NO_TX = {} as Tx;
const READ: FundsFact = { kind: "read", available: rupees(50_000) };

const account: ReadinessAccount = {
  linkId: "link",
  userId: "asha",
  broker: "zerodha",
  isConnected: true,
  sessionUntil: at("2026-11-17T06:00:00"),
  isDisconnected: false,
  refusal: null,
  egress: "fine",
  address: "203.0.113.7",
  hasAlgoId: true,
  canLogInAlone: false,
};

const clock = createVirtualClock(at("2026-11-16T09:05:00"));
let records: Map<string, ReadinessRecord>;
let notices: ReadinessNotice[];
let shown: ReadinessAccount;
let funds: FundsFact[];
let asked: number;
let lastTickAt: EpochMs | null;
let isStarted: boolean;

beforeEach(() => {
  clock.set(at("2026-11-16T09:05:00"));
  [records, notices, shown, funds, asked] = [new Map(), [], account, [READ], 0];
  [lastTickAt, isStarted] = [clock.now(), false];
});

function service(changes: Partial<ReadinessDeps> = {}) {
  return createReadinessService({
    store: {
      transaction: (work) => work(NO_TX),
      save: async (_tx, record) => void records.set(record.linkId, record),
      listOf: async (linkIds) => linkIds.flatMap((id) => records.get(id) ?? []),
    },
    accounts: {
      listOf: async () => [shown],
      find: async () => ({ ...shown, readFunds: async () => funds[Math.min(asked++, funds.length - 1)] ?? READ }),
    },
    marketClock: clock,
    calendar: nseCalendar,
    isSubscribed: async () => true,
    hasInstruments: async () => true,
    lastTickAt: async () => lastTickAt,
    loginOf: async () => "over",
    isStarted: async () => isStarted,
    notifyPages: async () => undefined,
    notify: async (_tx, notice) => void notices.push(notice),
    ...changes,
  });
}

const step = (): ClaimedStep => ({
  kind: "readiness",
  subject: "link",
  day: DAY,
  dueAt: at("2026-11-16T09:05:00"),
  usefulUntil: at("2026-11-16T15:30:00"),
  runAt: clock.now(),
  rank: 10,
  lane: poolOf("readiness", "zerodha"),
  lease: "lease",
  attempts: 1,
});

async function check(changes: Partial<ReadinessDeps> = {}) {
  const result = await service(changes).check(step());
  if (result.kind === "done") await result.effect?.(NO_TX);
  return result;
}

const reasonNow = async (changes: Partial<ReadinessDeps> = {}) =>
  (await service(changes).of("asha")).brokers[0]?.reason;

describe("the readiness check at 9:05", () => {
  it("the readiness check at 9:05 notifies ready users", async () => {
    expect(await check()).toMatchObject({ kind: "done", outcome: "ready" });
    expect(notices).toMatchObject([{ key: "readiness:link:2026-11-16:ready", data: { isReady: true, reasons: [] } }]);
  });

  it("the readiness check delays bad news that may pass, checks every minute, and reports it in the last one", async () => {
    lastTickAt = null;
    for (const minute of ["09:05", "09:06", "09:07", "09:08"]) {
      clock.set(at(`2026-11-16T${minute}:00`));
      expect(await check()).toMatchObject({
        kind: "later",
        outcome: "feed_pending",
        at: later(clock.now(), MINUTE_MS),
      });
    }
    expect([notices, asked]).toEqual([[], 1]);
    clock.set(at("2026-11-16T09:09:00"));
    expect(await check()).toMatchObject({ kind: "done", outcome: "feed_pending" });
    expect(notices).toMatchObject([{ key: "readiness:link:2026-11-16:not_ready", data: { isReady: false } }]);
  });

  it("the readiness check reports at once what waiting does not fix", async () => {
    funds = [{ kind: "read", available: rupees(100) }];
    expect(await check()).toMatchObject({ kind: "done", outcome: "funds_too_low" });
    expect(notices).toMatchObject([{ data: { reasons: [expect.stringContaining("less than ₹500")] } }]);
  });

  it("the readiness check retries a broker that is down, shows that meanwhile, and retries rarely after 9:10", async () => {
    funds = [{ kind: "unavailable" }];
    expect(await check()).toMatchObject({ kind: "later", outcome: "broker_unavailable" });
    expect(records.get("link")).toMatchObject({ reason: "broker_unavailable" });
    clock.set(at("2026-11-16T09:20:00"));
    isStarted = true;
    expect(await check()).toMatchObject({ kind: "later", at: later(clock.now(), 10 * MINUTE_MS) });
  });

  it("the readiness check does not notify users who were asked to log in", async () => {
    shown = { ...account, isConnected: false };
    expect(await check()).toMatchObject({ kind: "done", outcome: "login_needed" });
    expect(notices).toEqual([]);
  });

  it("the readiness check notifies no user early in the morning", async () => {
    clock.set(at("2026-11-16T08:45:00"));
    expect(await check()).toMatchObject({ kind: "done", outcome: "ready" });
    expect(notices).toEqual([]);
  });
});

describe("what the readiness page shows", () => {
  beforeEach(
    () => void records.set("link", { linkId: "link", day: DAY, checkedAt: clock.now(), funds: READ, reason: null }),
  );

  it("a year without a holiday list blocks trading", async () => {
    expect(await reasonNow({ calendar: createCalendar([]) })).toBe("calendar_unknown");
  });

  it("a feed that falls silent in the open market is noticed within minutes", async () => {
    isStarted = true;
    clock.set(at("2026-11-16T10:00:00"));
    lastTickAt = later(clock.now(), -MINUTE_MS);
    expect(await reasonNow()).toBeNull();
    clock.advance(FEED_SILENCE_MAX_MS);
    expect(await reasonNow()).toBe("feed_silent");
  });

  it("yesterday's ticks do not count as today's feed", async () => {
    lastTickAt = at("2026-11-13T15:29:00");
    expect(await reasonNow()).toBe("feed_pending");
  });

  it("the readiness page shows an address that the broker does not know", async () => {
    shown = { ...account, egress: "unregistered" };
    const [found] = (await service().of("asha")).brokers;
    expect(found).toMatchObject({ reason: "egress_missing", detail: expect.stringContaining("203.0.113.7") });
  });

  it("yesterday's refusal at a broker's page is dropped, that of stored credentials is kept", async () => {
    const refusal = { code: "broker_refused", detail: "Invalid PIN", at: at("2026-11-13T08:30:00") };
    shown = { ...account, isConnected: false, refusal };
    expect(await reasonNow()).toBe("login_needed");
    shown = { ...shown, canLogInAlone: true };
    expect(await reasonNow()).toBe("credentials_refused");
  });

  it("before 8:35 the instrument lists are pending, and after it they are missing", async () => {
    const changes = { hasInstruments: async () => false };
    clock.set(at("2026-11-16T08:31:00"));
    expect(await reasonNow(changes)).toBe("instruments_pending");
    clock.set(at("2026-11-16T08:35:00"));
    expect(await reasonNow(changes)).toBe("instruments_stale");
  });
});
