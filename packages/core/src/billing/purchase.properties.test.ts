import { aSubscriptionPeriod } from "@vriddhi/testing/subscription-builder";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, later } from "../time/clock.ts";
import { bandAt, LEVELS, PLAN_NAMES, planLengthMs, TRIAL_BAND, TRIAL_PLAN } from "./plans.ts";
import { type Purchase, placePurchase, withdrawPurchase } from "./purchase.ts";
import { applyChanges, previewPurchase } from "./purchase-preview.ts";
import { isRunning, partsOf, type SubscriptionPeriod, subscriptionAt } from "./subscription.ts";

/** Mutation testing runs fewer examples. */
const { numRuns: RUNS } = fc.readConfigureGlobal();

const START = epochMs(Date.parse("2026-11-16T09:15:00+05:30"));
const SLOT_MS = 12 * HOUR_MS;
const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

const happenings = fc.array(
  fc.record({
    afterSlots: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 * SLOTS_PER_DAY })),
    plan: fc.constantFrom(...PLAN_NAMES),
    level: fc.constantFrom(...LEVELS),
    kind: fc.constantFrom("purchase", "purchase", "purchase", "trial", "refund"),
    which: fc.nat({ max: 20 }),
  }),
  { minLength: 1, maxLength: 10 },
);
type Happening = typeof happenings extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

interface Bought extends Purchase {
  readonly id: string;
  readonly atSlot: number;
  readonly backAtSlot: number;
}

interface State {
  readonly rows: readonly SubscriptionPeriod[];
  readonly purchases: readonly Bought[];
  readonly nowSlot: number;
}

const at = (slot: number): EpochMs => later(START, slot * SLOT_MS);

const toPurchase = ({ plan, level, kind }: Happening, isFirst: boolean): Purchase =>
  kind === "trial" && isFirst
    ? { plan: TRIAL_PLAN, lengthMs: 7 * DAY_MS, band: TRIAL_BAND }
    : { plan, lengthMs: planLengthMs(plan), band: bandAt(level).band };

function buy(state: State, happening: Happening, nowSlot: number): State {
  const purchase = toPurchase(happening, state.purchases.length === 0);
  const id = `p${state.purchases.length}`;
  const changes = placePurchase(state.rows, purchase, at(nowSlot));
  const { startsAt = START, endsAt = START } = changes.bought ?? {};
  const row = aSubscriptionPeriod({ id, plan: purchase.plan, band: purchase.band, startsAt, endsAt });
  const rows = applyChanges(state.rows, changes, row, (of) => `${of}+${nowSlot}`);
  const bought = { ...purchase, id, atSlot: nowSlot, backAtSlot: Number.POSITIVE_INFINITY };
  return { rows, purchases: [...state.purchases, bought], nowSlot };
}

function payBack(state: State, { which }: Happening, nowSlot: number): State {
  const gone = state.purchases[which % Math.max(1, state.purchases.length)];
  if (!gone) return { ...state, nowSlot };
  const changes = withdrawPurchase(state.rows, ({ purchaseId }) => purchaseId === gone.id, at(nowSlot));
  const purchases = state.purchases.map((one) =>
    one === gone ? { ...one, backAtSlot: Math.min(one.backAtSlot, nowSlot) } : one,
  );
  return { rows: applyChanges(state.rows, changes, null, (of) => `${of}-${nowSlot}`), purchases, nowSlot };
}

const step = (state: State, happening: Happening): State =>
  (happening.kind === "refund" ? payBack : buy)(state, happening, state.nowSlot + happening.afterSlots);

const NOTHING: State = { rows: [], purchases: [], nowSlot: 0 };
const stateAfter = (story: readonly Happening[]): State => story.reduce(step, NOTHING);

const isBefore = (a: Bought, b: Bought): boolean => {
  if ((a.plan === TRIAL_PLAN) !== (b.plan === TRIAL_PLAN)) return b.plan === TRIAL_PLAN;
  return a.band > b.band;
};

/** The oracle, in the simplest form: each slot runs the best purchase that is neither used up nor refunded. */
function whatRuns(purchases: readonly Bought[]): readonly (string | null)[] {
  const left = new Map(purchases.map(({ id, lengthMs }) => [id, lengthMs / SLOT_MS]));
  const runs: (string | null)[] = [];
  for (let slot = 0; ; slot += 1) {
    const open = purchases.filter(
      ({ id, atSlot, backAtSlot }) => atSlot <= slot && slot < backAtSlot && (left.get(id) ?? 0) > 0,
    );
    const [first] = open;
    if (!first && !purchases.some(({ atSlot }) => atSlot > slot)) return runs;
    const best = open.reduce<Bought | undefined>((kept, one) => (kept && !isBefore(one, kept) ? kept : one), undefined);
    runs.push(best?.id ?? null);
    if (best) left.set(best.id, (left.get(best.id) ?? 0) - 1);
  }
}

const rowAt = (rows: readonly SubscriptionPeriod[], slot: number) => rows.filter((row) => isRunning(row, at(slot)));

function coverAround(runs: readonly (string | null)[], slot: number) {
  const gapAfter = runs.findIndex((id, index) => index > slot && id === null);
  const gapBefore = runs.findLastIndex((id, index) => index < slot && id === null);
  return { startsAt: at(gapBefore + 1), endsAt: at(gapAfter === -1 ? runs.length : gapAfter) };
}

describe("any sequence of purchases, renewals, upgrades and refunds", () => {
  it("[A3.3] [A7.9] runs the best purchase in every slot, without an overlap", () => {
    fc.assert(
      fc.property(happenings, (story) => {
        const { rows, purchases } = stateAfter(story);
        const runs = whatRuns(purchases);
        for (const [slot, id] of runs.entries())
          expect(rowAt(rows, slot).map(({ purchaseId }) => purchaseId)).toEqual(id === null ? [] : [id]);
        expect(rowAt(rows, runs.length)).toEqual([]);
      }),
    );
  });

  it("[A3.3] covers exactly the paid days", () => {
    fc.assert(
      fc.property(happenings, (story) => {
        const { rows, purchases } = stateAfter(story);
        for (const { id, lengthMs, backAtSlot } of purchases) {
          const parts = partsOf(rows, id);
          const coveredMs = parts.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0);
          if (backAtSlot === Number.POSITIVE_INFINITY) expect(coveredMs).toBe(lengthMs);
          else expect(coveredMs).toBeLessThanOrEqual(lengthMs);
          for (const part of parts) expect(part.startsAt < part.endsAt).toBe(true);
        }
      }),
    );
  });

  it("[A7.9] has consistent cover, running period, following periods and remaining time at every instant", () => {
    fc.assert(
      fc.property(happenings, fc.integer({ min: 0, max: 3_000 }), (story, slot) => {
        const { rows, purchases } = stateAfter(story);
        const runs = whatRuns(purchases);
        const { status, running, cover, following, daysRemaining, hoursRemaining } = subscriptionAt(rows, at(slot));
        expect(running?.purchaseId ?? null).toBe(runs[slot] ?? null);
        fc.pre(status === "active");
        expect(cover).toEqual(coverAround(runs, slot));
        expect(later(at(slot), daysRemaining * DAY_MS + hoursRemaining * HOUR_MS)).toBe(cover?.endsAt);
        const chain = [running, ...following];
        expect(chain.at(-1)?.endsAt).toBe(cover?.endsAt);
        expect(chain.slice(1).map((part) => part?.startsAt)).toEqual(chain.slice(0, -1).map((part) => part?.endsAt));
      }),
    );
  });

  it("changes no period by the passing of time: planning again later moves no period", () => {
    fc.assert(
      fc.property(happenings, fc.integer({ min: 0, max: 2_000 }), (story, laterSlots) => {
        const { rows, nowSlot } = stateAfter(story);
        const again = withdrawPurchase(rows, () => false, at(nowSlot + laterSlots));
        expect(again).toEqual({ bought: null, moved: [], continued: [], dropped: [] });
      }),
    );
  });

  it("never changes past periods", () => {
    fc.assert(
      fc.property(happenings, (story) => {
        let state = NOTHING;
        for (const happening of story) {
          const next = step(state, happening);
          for (let slot = 0; slot < next.nowSlot; slot += 1)
            expect(rowAt(next.rows, slot)[0]?.purchaseId).toBe(rowAt(state.rows, slot)[0]?.purchaseId);
          state = next;
        }
      }),
      { numRuns: RUNS ?? 40 },
    );
  });

  it("matches its preview when it is paid at once", () => {
    fc.assert(
      fc.property(happenings, (story) => {
        const state = stateAfter(story.slice(0, -1));
        const last = story.at(-1);
        fc.pre(last !== undefined && last.kind === "purchase");
        if (!last) return;
        const now = state.nowSlot + last.afterSlots;
        const seen = previewPurchase(state.rows, toPurchase(last, state.purchases.length === 0), at(now));
        const done = buy(state, last, now);
        const ahead = done.rows.filter(({ endsAt }) => endsAt > at(now));
        expect(seen.timeline.map(({ endsAt, band, plan }) => [endsAt, band, plan])).toEqual(
          ahead.map(({ endsAt, band, plan }) => [endsAt, band, plan]),
        );
        expect(seen.coveredUntil).toBe(subscriptionAt(done.rows, at(now)).cover?.endsAt);
        const [part] = partsOf(done.rows, `p${state.purchases.length}`);
        expect(seen.bought).toEqual({ startsAt: part?.startsAt, endsAt: part?.endsAt });
      }),
    );
  });
});
