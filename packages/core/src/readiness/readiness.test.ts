import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../shared/money.ts";
import { epochMs, later } from "../time/clock.ts";
import {
  FEED_SILENCE_MAX_MS,
  FUNDS_MIN,
  isWorthTelling,
  judgeReadiness,
  mayPass,
  type ReadinessFacts,
} from "./readiness.ts";
import { isReadinessReason, type ReadinessReason, readinessReasons } from "./readiness-reason.ts";

const NOW = epochMs(1_794_800_000_000);

const allGood: ReadinessFacts = {
  now: NOW,
  phase: "morning",
  isSubscribed: true,
  isDisconnected: false,
  isRefused: false,
  egress: "fine",
  hasAlgoId: true,
  isStarted: false,
  isConnected: true,
  canLogInAlone: true,
  login: "over",
  funds: { kind: "read", available: FUNDS_MIN },
  hasInstruments: true,
  lastTickAt: NOW,
};

const facts = (changes: Partial<ReadinessFacts>): ReadinessFacts => Object.assign({}, allGood, changes);
const away = { isConnected: false, login: "under_way" } as const;

const ways: readonly (readonly [ReadinessReason, Partial<ReadinessFacts>])[] = [
  ["subscription_missing", { isSubscribed: false }],
  ["disconnected", { isConnected: false, isDisconnected: true }],
  ["credentials_refused", { isConnected: false, isRefused: true }],
  ["egress_missing", { egress: "unregistered" }],
  ["egress_unassigned", { egress: "unassigned" }],
  ["algo_id_missing", { hasAlgoId: false }],
  ["calendar_unknown", { phase: "unknown" }],
  ["market_closed", { phase: "closed" }],
  ["after_close", { phase: "over" }],
  ["start_missed", { phase: "started" }],
  ["start_missed", { phase: "open", isConnected: false }],
  ["connects_by_itself", { isConnected: false, login: "under_way", phase: "early" }],
  ["connects_by_itself", { isConnected: false, login: "over", phase: "early" }],
  ["connecting", { isConnected: false, login: "under_way", phase: "logins" }],
  ["connecting", { isConnected: false, login: "under_way", phase: "open", isStarted: true }],
  ["broker_unavailable", { isConnected: false, login: "unavailable" }],
  ["broker_unavailable", { funds: { kind: "unavailable" } }],
  ["login_needed", { isConnected: false, login: "over" }],
  ["login_needed", { isConnected: false, canLogInAlone: false, phase: "early" }],
  ["login_needed", { isConnected: false, canLogInAlone: false, phase: "morning" }],
  ["funds_unread", { funds: { kind: "unread" } }],
  ["funds_too_low", { funds: { kind: "read", available: paise(FUNDS_MIN - 1) } }],
  ["instruments_pending", { hasInstruments: false, phase: "logins" }],
  ["instruments_stale", { hasInstruments: false }],
  ["feed_pending", { lastTickAt: null }],
  ["feed_silent", { phase: "open", isStarted: true, lastTickAt: later(NOW, -FEED_SILENCE_MAX_MS - 1) }],
  ["feed_silent", { phase: "open", isStarted: true, lastTickAt: null }],
];

const anyFacts: fc.Arbitrary<ReadinessFacts> = fc.record({
  now: fc.constant(NOW),
  phase: fc.constantFrom("unknown", "closed", "early", "logins", "morning", "started", "open", "over"),
  isSubscribed: fc.boolean(),
  isDisconnected: fc.boolean(),
  isRefused: fc.boolean(),
  egress: fc.constantFrom("fine", "unregistered", "unassigned"),
  hasAlgoId: fc.boolean(),
  isStarted: fc.boolean(),
  isConnected: fc.boolean(),
  canLogInAlone: fc.boolean(),
  login: fc.constantFrom("under_way", "unavailable", "over"),
  funds: fc.oneof(
    fc.constant({ kind: "unread" } as const),
    fc.constant({ kind: "unavailable" } as const),
    fc.integer({ min: 0, max: 2 * FUNDS_MIN }).map((sum) => ({ kind: "read" as const, available: paise(sum) })),
  ),
  hasInstruments: fc.boolean(),
  lastTickAt: fc.option(fc.integer({ min: 0, max: 2 * FEED_SILENCE_MAX_MS }).map((age) => later(NOW, -age))),
});

describe("readiness", () => {
  it("is reported when every condition holds", () => {
    expect(judgeReadiness(allGood)).toBeNull();
    expect(judgeReadiness(facts({ phase: "open", isStarted: true }))).toBeNull();
  });

  it.each(ways)("is %s for %o", (reason, fault) => {
    expect(judgeReadiness(facts(fault))).toBe(reason);
  });

  it("reports every reason for some facts", () => {
    expect(new Set(ways.map(([reason]) => reason))).toEqual(new Set(readinessReasons));
  });

  it("is one reason of the closed list, or none, for any facts", () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        const reason = judgeReadiness(any);
        expect(reason === null || isReadinessReason(reason)).toBe(true);
        expect(judgeReadiness(any)).toBe(reason);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is never reported for an account that is disconnected, unsubscribed, or without a market", () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        if (judgeReadiness(any) !== null) return;
        expect(any.isConnected && any.isSubscribed && any.hasInstruments && any.lastTickAt !== null).toBe(true);
        expect(["unknown", "closed", "over"]).not.toContain(any.phase);
      }),
      { numRuns: 2_000 },
    );
  });

  /** For each reason, the conditions that must hold before a later reason may be reported. */
  const behind: readonly (readonly [ReadinessReason, (any: ReadinessFacts) => boolean])[] = [
    ["subscription_missing", ({ isSubscribed }) => isSubscribed],
    ["algo_id_missing", ({ egress, hasAlgoId }) => egress === "fine" && hasAlgoId],
    ["after_close", ({ phase }) => !["unknown", "closed", "over"].includes(phase)],
    ["login_needed", ({ isConnected }) => isConnected],
    ["funds_too_low", ({ funds }) => funds.kind === "read"],
  ];

  it.each(behind)("reports no reason after %s before that is resolved", (earlier, holds) => {
    const place = readinessReasons.indexOf(earlier);
    fc.assert(
      fc.property(anyFacts, (any) => {
        const reason = judgeReadiness(any);
        const isBroker = reason === "broker_unavailable";
        if (reason !== null && !isBroker && readinessReasons.indexOf(reason) > place) expect(holds(any)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a silent feed", () => {
  it("is measured in minutes of the open market, whether or not a tick came earlier today", () => {
    const open = { phase: "open", isStarted: true } as const;
    expect(judgeReadiness(facts({ ...open, lastTickAt: later(NOW, -FEED_SILENCE_MAX_MS) }))).toBeNull();
    expect(judgeReadiness(facts({ ...open, lastTickAt: later(NOW, -FEED_SILENCE_MAX_MS - 1) }))).toBe("feed_silent");
  });
});

describe("an account that its broker refuses", () => {
  it("is not reported as refused while it is connected, nor as disconnected", () => {
    expect(judgeReadiness(facts({ isRefused: true, isDisconnected: true }))).toBeNull();
    expect(judgeReadiness(facts({ ...away, isRefused: true, isDisconnected: true }))).toBe("disconnected");
  });
});

describe("the readiness notification", () => {
  it("is sent when an account is ready, or when a connected account is blocked", () => {
    expect(isWorthTelling(null, true)).toBe(true);
    expect(isWorthTelling("funds_too_low", true)).toBe(true);
    expect(isWorthTelling("broker_unavailable", true)).toBe(true);
  });

  it("does not repeat the morning's requests to log in and its failure notice", () => {
    expect(isWorthTelling("login_needed", false)).toBe(false);
    expect(isWorthTelling("credentials_refused", false)).toBe(false);
    expect(isWorthTelling("broker_unavailable", false)).toBe(false);
    expect(isWorthTelling("subscription_missing", true)).toBe(false);
  });

  it("is not sent for conditions that may pass without action", () => {
    expect(readinessReasons.filter(mayPass)).toEqual([
      "connecting",
      "broker_unavailable",
      "funds_unread",
      "instruments_pending",
      "instruments_stale",
      "feed_pending",
    ]);
  });
});
