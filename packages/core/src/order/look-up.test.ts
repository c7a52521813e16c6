import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epochMs, later, SECOND_MS } from "../time/clock.ts";
import {
  ABANDONED_SCAN_EVERY_MS,
  type Absence,
  addAbsence,
  addScan,
  type BookScan,
  CLEAN_SPAN_MS,
  CLEAN_SPAN_UNPROVED_MS,
  holdsEntriesBack,
  isAbsenceProved,
  isResendable,
  LATE_FLAT_MS,
  lateDeadline,
  lateStep,
  nextScanAt,
  SCAN_EVERY_MS,
  SCAN_PAUSE_MAX_MS,
  type ScanOutcome,
  startLookUp,
} from "./look-up.ts";
import { newOrder, type OrderState } from "./order-state.ts";

const LOST_AT = epochMs(1_000_000);
const scanAt = (seconds: number, outcome: ScanOutcome): BookScan => ({
  startedAt: later(LOST_AT, seconds * SECOND_MS),
  outcome,
});
const cleanAt = (seconds: number): BookScan => scanAt(seconds, "clean");
const search = (isResetProved: boolean, scans: readonly BookScan[]) =>
  isAbsenceProved(scans.reduce(addScan, startLookUp(LOST_AT, isResetProved)));
const every = (seconds: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / seconds) + 1 }, (_, n) => cleanAt(from + n * seconds));

function spanAfter(spanned: number | null, gapMs: number, outcome: ScanOutcome): number | null {
  if (outcome === "failed") return null;
  return spanned === null || gapMs > SCAN_PAUSE_MAX_MS ? 0 : spanned + gapMs;
}

describe("an order whose answer was lost", () => {
  it("is proved absent when clean scans span 30 seconds", () => {
    expect(search(true, every(5, 1, 26))).toBe(false);
    expect(search(true, every(5, 1, 31))).toBe(true);
  });

  it("is proved absent only after 120 seconds when the connection's reset is unproved", () => {
    expect(search(false, every(5, 1, 116))).toBe(false);
    expect(search(false, every(5, 1, 121))).toBe(true);
  });

  it("is not absent in a book with an unreadable row", () => {
    expect(search(true, [...every(5, 1, 26), scanAt(31, "unreadable")])).toBe(false);
    expect(
      search(
        true,
        Array.from({ length: 60 }, (_, n) => scanAt(n, "unreadable")),
      ),
    ).toBe(false);
    expect(search(true, [...every(5, 1, 16), scanAt(17, "unreadable"), ...every(5, 21, 31)])).toBe(true);
  });

  it("is still searched while rows are unreadable, and the first clean book decides", () => {
    const unreadable = [6, 11, 16, 21, 26, 31].map((at) => scanAt(at, "unreadable"));
    expect(search(true, [cleanAt(1), ...unreadable])).toBe(false);
    expect(search(true, [cleanAt(1), ...unreadable, cleanAt(36)])).toBe(true);
    expect(search(true, [...unreadable, cleanAt(36)])).toBe(true);
    expect(search(true, [...unreadable.slice(1), cleanAt(36)])).toBe(false);
    expect(search(true, [cleanAt(1), scanAt(6, "unreadable"), cleanAt(22), cleanAt(31)])).toBe(false);
  });

  it("is not absent if the network fails in between", () => {
    expect(search(true, [...every(5, 1, 16), scanAt(17, "failed"), ...every(5, 21, 46)])).toBe(false);
    expect(search(true, [...every(5, 1, 16), scanAt(17, "failed"), ...every(5, 21, 51)])).toBe(true);
  });

  it("is not absent if two scans are far apart", () => {
    expect(search(true, [cleanAt(1), cleanAt(60)])).toBe(false);
    expect(search(true, [cleanAt(1), cleanAt(1 + SCAN_PAUSE_MAX_MS / SECOND_MS), cleanAt(31)])).toBe(true);
  });

  it("is not absent in a book read before the loss, and one scan counts once", () => {
    expect(search(true, [cleanAt(-30), cleanAt(-20), cleanAt(-10), cleanAt(0)])).toBe(false);
    expect(search(true, [cleanAt(10), cleanAt(5), cleanAt(1)])).toBe(false);
  });

  it("is never absent in less time than the span, whatever the scans were", () => {
    const scans = fc.array(
      fc.record({
        gap: fc.integer({ min: 0, max: 20 }),
        outcome: fc.constantFrom<ScanOutcome>("clean", "clean", "clean", "failed"),
      }),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(scans, fc.boolean(), (list, isResetProved) => {
        const spanMs = isResetProved ? CLEAN_SPAN_MS : CLEAN_SPAN_UNPROVED_MS;
        let lookUp = startLookUp(LOST_AT, isResetProved);
        let at = LOST_AT;
        let spanned: number | null = null;
        for (const { gap, outcome } of list) {
          at = later(at, gap * SECOND_MS);
          lookUp = addScan(lookUp, { startedAt: at, outcome });
          spanned = spanAfter(spanned, gap * SECOND_MS, outcome);
          expect(isAbsenceProved(lookUp)).toBe(spanned !== null && spanned >= spanMs);
        }
      }),
    );
  });
});

const order = newOrder({ leg: "entry", quantity: 5, status: "sending" });
const withStatus = (status: OrderState["status"], change: Partial<OrderState> = {}): OrderState => ({
  ...order,
  status,
  ...change,
});

describe("the search for an order", () => {
  it("repeats every few seconds while it is unknown and every half minute when it is abandoned", () => {
    expect(nextScanAt(withStatus("unknown"), LOST_AT, "entries")).toBe(later(LOST_AT, SCAN_EVERY_MS));
    for (const phase of ["entries", "no_entries", "closing", "handed_over"] as const)
      expect(nextScanAt(withStatus("abandoned"), LOST_AT, phase)).toBe(later(LOST_AT, ABANDONED_SCAN_EVERY_MS));
    expect(nextScanAt(withStatus("accepted"), LOST_AT, "entries")).toBeNull();
    expect(SCAN_EVERY_MS).toBeLessThan(SCAN_PAUSE_MAX_MS);
  });

  it("repeats every few seconds for abandoned orders too when all positions should be flat", () => {
    for (const phase of ["late", "hands_off"] as const)
      expect(nextScanAt(withStatus("abandoned"), LOST_AT, phase)).toBe(later(LOST_AT, SCAN_EVERY_MS));
  });

  it("blocks the account's entries until its outcome is known", () => {
    expect(["unknown", "abandoned"].map((status) => holdsEntriesBack(withStatus(status as "unknown"), null))).toEqual([
      true,
      true,
    ]);
    expect(holdsEntriesBack(withStatus("accepted"), null)).toBe(false);
  });

  it("blocks entries for an abandoned order until five complete books over two minutes lack it", () => {
    const abandoned = withStatus("abandoned");
    const after = (...scans: readonly (readonly [seconds: number, outcome: ScanOutcome])[]) => {
      let absence: Absence | null = null;
      for (const [seconds, outcome] of scans)
        absence = addAbsence(absence, { startedAt: later(LOST_AT, seconds * SECOND_MS), outcome });
      return holdsEntriesBack(abandoned, absence);
    };
    const clean = (...seconds: readonly number[]) => seconds.map((at) => [at, "clean"] as const);
    expect(after(...clean(0, 30, 60, 90))).toBe(true);
    expect(after(...clean(0, 30, 60, 90, 120))).toBe(false);
    expect(after(...clean(0, 60, 120))).toBe(true);
    expect(after(...clean(0, 1, 2, 3, 4, 5))).toBe(true);
    expect(after(...clean(0, 0, 60, 60, 120))).toBe(true);
    expect(after(...clean(0, 30, 60), [75, "failed"], ...clean(90, 120))).toBe(true);
    expect(after(...clean(0, 30, 60), [75, "unreadable"], ...clean(90, 120))).toBe(false);
    expect(after(...clean(0, 30), ...clean(100, 130, 160))).toBe(true);
    const lasting = { since: LOST_AT, until: later(LOST_AT, 600 * SECOND_MS), scans: 20 };
    expect(holdsEntriesBack(withStatus("unknown"), lasting)).toBe(true);
  });
});

describe("a late order", () => {
  const late = { wasGivenUp: true, lateSince: LOST_AT };
  it("is cancelled while it works, and its fill is flattened within a minute", () => {
    expect(lateStep(withStatus("accepted", late), false)).toBe("cancel");
    expect(lateStep(withStatus("partly_filled", { ...late, filled: 2 }), false)).toBe("cancel");
    expect(lateStep(withStatus("cancelled", { ...late, filled: 2 }), false)).toBe("flatten");
    expect(lateStep(withStatus("cancelled", late), false)).toBeNull();
    expect(lateDeadline(withStatus("accepted", late))).toBe(later(LOST_AT, LATE_FLAT_MS));
    expect(lateDeadline(withStatus("accepted"))).toBeNull();
  });

  it("needs no step when it was never abandoned", () => {
    expect(lateStep(withStatus("accepted"), false)).toBeNull();
  });

  it("becomes the working exit if there is none, and is cancelled if there is one", () => {
    expect(lateStep(withStatus("accepted", { ...late, leg: "exit" }), false)).toBe("keep");
    expect(lateStep(withStatus("accepted", { ...late, leg: "exit" }), true)).toBe("cancel");
    expect(lateStep(withStatus("filled", { ...late, leg: "exit", filled: 5 }), true)).toBeNull();
  });
});

describe("an order that was proved unsent", () => {
  it("is resent, but an entry only until its deadline", () => {
    const unsent = withStatus("sending", { isProvedUnsent: true });
    expect(isResendable(unsent, true)).toBe(true);
    expect(isResendable(unsent, false)).toBe(false);
    expect(isResendable({ ...unsent, leg: "exit" }, false)).toBe(true);
    expect(isResendable(order, true)).toBe(false);
    expect(isResendable(withStatus("unknown"), true)).toBe(false);
  });
});
