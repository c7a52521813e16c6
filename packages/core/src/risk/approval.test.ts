import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../shared/money.ts";
import { type EpochMs, epochMs, later } from "../time/clock.ts";
import { istDate, istInstant, istMinute } from "../time/ist.ts";
import {
  APPROVAL_WINDOW_MS,
  type ApprovalEvent,
  approveDay,
  decideApproval,
  isEntryApproved,
  offerEntry,
} from "./approval.ts";
import { TRADING_HOURS } from "./trading-hours.ts";

const OFFERED = epochMs(1_000);
const DAY = istDate("2026-11-16");
const offer = offerEntry("buy", paise(100_000), OFFERED);
const approve = (ms: number, executable: number | null = 100_000): ApprovalEvent => ({
  kind: "approve",
  at: later(OFFERED, ms),
  executable: executable === null ? null : paise(executable),
});
const decline = (ms: number): ApprovalEvent => ({ kind: "decline", at: later(OFFERED, ms) });
const pass = (ms: number): ApprovalEvent => ({ kind: "time_passed", at: later(OFFERED, ms) });
const answer = (...events: readonly ApprovalEvent[]) => events.reduce(decideApproval, offer).decision?.answer ?? null;

describe("an entry with an open approval", () => {
  it("[A1.4] may be answered for 15 seconds", () => {
    expect(answer(approve(14_999))).toBe("approved");
    expect(answer(approve(15_000))).toBe("lapsed");
    expect(answer(decline(14_999))).toBe("declined");
    expect(answer(decline(15_000))).toBe("lapsed");
    expect(answer(pass(14_999))).toBeNull();
    expect(answer(pass(14_998), approve(14_999))).toBe("approved");
    expect(answer(pass(APPROVAL_WINDOW_MS))).toBe("lapsed");
  });

  it("[A1.4] is decided once", () => {
    expect(answer(decline(1), approve(2))).toBe("declined");
    expect(answer(approve(1), decline(2))).toBe("approved");
    expect(answer(approve(1), pass(20_000))).toBe("approved");
    expect(answer(pass(20_000), approve(1))).toBe("lapsed");
  });

  it("is not approved at an unknown price or one that moved too far", () => {
    expect(answer(approve(1, 100_500))).toBe("approved");
    expect(answer(approve(1, 100_501))).toBe("price_moved");
    expect(answer(approve(1, null))).toBe("price_moved");
    expect(answer(approve(1, 100_501), approve(2))).toBe("price_moved");
  });

  it("keeps its first decision whatever events follow", () => {
    const events = fc.array(
      fc.oneof(
        fc.nat({ max: 30_000 }).map((ms) => approve(ms)),
        fc.nat({ max: 30_000 }).map(decline),
        fc.nat({ max: 30_000 }).map(pass),
      ),
    );
    fc.assert(
      fc.property(events, events, (before, after) => {
        const decided = before.reduce(decideApproval, offer);
        if (decided.decision !== null) expect(after.reduce(decideApproval, decided)).toBe(decided);
      }),
    );
  });
});

describe("the day's one approval", () => {
  const at = (hour: number, minute: number): EpochMs => istInstant(DAY, istMinute(hour, minute));
  it("[A1.4] is accepted until 14:45, the end of entries", () => {
    expect(approveDay(TRADING_HOURS, DAY, at(8, 0))).toEqual({ day: DAY, at: at(8, 0) });
    expect(approveDay(TRADING_HOURS, DAY, at(14, 44))).not.toBeNull();
    expect(approveDay(TRADING_HOURS, DAY, at(14, 45))).toBeNull();
  });

  it("covers every entry of its day in automatic mode, and no other day's", () => {
    const dayApproval = approveDay(TRADING_HOURS, DAY, at(9, 0));
    const facts = { mode: "auto", today: DAY, dayApproval, offer: null } as const;
    expect(isEntryApproved(facts)).toBe(true);
    expect(isEntryApproved({ ...facts, today: istDate("2026-11-17") })).toBe(false);
    expect(isEntryApproved({ ...facts, dayApproval: null })).toBe(false);
    expect(isEntryApproved({ ...facts, mode: "manual" })).toBe(false);
  });

  it("does not apply when each entry needs its own approval", () => {
    const facts = { mode: "manual", today: DAY, dayApproval: null } as const;
    expect(isEntryApproved({ ...facts, offer })).toBe(false);
    expect(isEntryApproved({ ...facts, offer: decideApproval(offer, approve(1)) })).toBe(true);
    expect(isEntryApproved({ ...facts, offer: decideApproval(offer, decline(1)) })).toBe(false);
  });
});
