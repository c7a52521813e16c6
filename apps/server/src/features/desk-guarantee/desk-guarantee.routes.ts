import { canGrant } from "@vriddhi/core/back-office/desk-act";
import type { ResultDay } from "@vriddhi/core/ledger/result-day";
import { PAISE_PER_RUPEE, type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers, Keep, Keyed } from "../../platform/http/handler.ts";
import type { ActDone, DeskGuaranteeService } from "./desk-guarantee.service.ts";
import type { DeskGuaranteeStore, GuaranteeCase, Payout, Span } from "./desk-guarantee.store.ts";

export interface DeskGuaranteeRoutesDeps {
  readonly store: DeskGuaranteeStore;
  readonly service: DeskGuaranteeService;
  readonly humanClock: HumanClock;
  daysOf(userId: string, from: EpochMs, to: EpochMs): Promise<readonly ResultDay[]>;
}

type Endpoint = "listGuaranteeCases" | "readGuaranteeCase" | "grantGuarantee" | "listPayouts" | "settlePayout";

const inRupees = (amount: number): number => amount / PAISE_PER_RUPEE;
const orNull = (amount: Paise | null): number | null => (amount === null ? null : inRupees(amount));

const caseOf = (each: GuaranteeCase) => ({
  id: each.id,
  user_id: each.userId,
  username: each.username,
  plan: each.plan,
  period_start: toTimestamp(each.periodStart),
  period_end: toTimestamp(each.periodEnd),
  gross_result: orNull(each.gross),
  fee: inRupees(each.fee),
  outcome: each.outcome,
  judged_at: toTimestamp(each.judgedAt),
  refund_state: each.refundState,
  granted: each.granted && { at: toTimestamp(each.granted.at), by: each.granted.by, reason: each.granted.reason },
});

const dayOf = (day: ResultDay) => ({
  trading_day: day.tradingDay,
  broker: day.broker,
  account_id: day.accountId,
  fills: day.fills,
  gross_result: inRupees(day.gross),
  charges: inRupees(day.charges),
  net_result: inRupees(day.net),
  is_exact: day.isExact,
});

const sumOf = (days: readonly ResultDay[], part: "gross" | "net"): Paise | null =>
  days.length === 0 ? null : paise(days.reduce((sum, day) => sum + day[part], 0));

function ledgerOf(days: readonly ResultDay[], judged: Paise | null) {
  const gross = sumOf(days, "gross");
  return {
    fills: days.reduce((sum, { fills }) => sum + fills, 0),
    gross_result: orNull(gross),
    net_result: orNull(sumOf(days, "net")),
    agrees: gross === judged,
  };
}

const stateOf = ({ state, isWaiting }: Payout) =>
  state === "paid_out" ? state : isWaiting ? ("waiting_for_second_admin" as const) : ("open" as const);

const payoutOf = (payout: Payout) => ({
  id: payout.id,
  user_id: payout.userId,
  username: payout.username,
  amount: inRupees(payout.amount),
  cause: payout.cause,
  why: payout.state === "payout" ? payout.note : "",
  payment_id: payout.paymentId,
  guarantee_id: payout.guaranteeId,
  state: stateOf(payout),
  reference: payout.state === "paid_out" ? payout.note : null,
  created_at: toTimestamp(payout.createdAt),
  changed_at: toTimestamp(payout.changedAt),
});

const doneOf = ({ message, waitingId }: ActDone) => ({ message, waiting_id: waitingId });

const keepDone =
  (keyed: Keyed<ReturnType<typeof doneOf>> | null): Keep<ActDone> =>
  async (tx, done) =>
    keyed?.keep(tx, doneOf(done));

export function deskGuaranteeHandlers(deps: DeskGuaranteeRoutesDeps): Handlers<Endpoint> {
  const { store, service, humanClock } = deps;
  async function daysIn(userId: string, spans: readonly Span[]): Promise<readonly ResultDay[]> {
    const days: ResultDay[] = [];
    for (const { from, to } of spans) days.push(...(await deps.daysOf(userId, from, to)));
    return days;
  }
  return {
    async listGuaranteeCases({ query }) {
      const { outcome = null, before = null, limit } = query;
      const cases = await store.list({ outcome, before, limit });
      return ok({ cases: cases.map(caseOf), payouts_open: await store.countOpenPayouts() });
    },
    async readGuaranteeCase({ params }) {
      const found = await store.find(params.guaranteeId);
      if (found === null) return err("not_found");
      const days = await daysIn(found.userId, found.evidence);
      return ok({
        case: caseOf(found),
        evidence: found.evidence.map(({ from, to, gross }) => ({
          from: toTimestamp(from),
          to: toTimestamp(to),
          gross_result: orNull(gross),
        })),
        days: days.map(dayOf),
        ledger: ledgerOf(days, found.gross),
        can_grant: canGrant(found.outcome),
      });
    },
    async grantGuarantee({ params, body, caller, from, keyed }) {
      const by = { userId: caller.userId, ip: from.ip };
      const done = await service.grant(params.guaranteeId, body.reason, by, keepDone(keyed));
      return done.ok ? ok(doneOf(done.value)) : done;
    },
    async listPayouts({ query }) {
      return ok({ payouts: (await store.listPayouts(query.limit, humanClock.now())).map(payoutOf) });
    },
    async settlePayout({ params, body, caller, from, keyed }) {
      const by = { userId: caller.userId, ip: from.ip };
      const done = await service.settle(params.payoutId, body.reference, by, keepDone(keyed));
      return done.ok ? ok(doneOf(done.value)) : done;
    },
  };
}
