import type { OrderRowBody } from "@vriddhi/contract/back-office";
import type { TypedRow } from "@vriddhi/core/back-office/order-row";
import { highestPrice, lowestPrice } from "@vriddhi/core/order/price-band";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers, Keep } from "../../platform/http/handler.ts";
import type { AdminOrderStore, ShareState, StoredPlacement } from "./admin-order.store.ts";
import { CANCELLED_UNFILLED, faultOf } from "./admin-order.texts.ts";
import type { BulkService } from "./bulk.service.ts";
import type { BulkPlan, BulkReport } from "./bulk-placing.ts";
import type { PlacementService } from "./placement.service.ts";
import { hasFault, isCancelled, outcomeOf, type Tally, tallyOf } from "./share-outcome.ts";

const PLACEMENTS_SHOWN = 20;

export interface AdminOrderRoutesDeps {
  readonly placements: PlacementService;
  readonly bulk: BulkService;
  readonly store: Pick<AdminOrderStore, "find" | "listNewest" | "statesOf">;
  readonly humanClock: HumanClock;
  askSecondAdmin(
    plan: BulkPlan,
    rows: readonly TypedRow[],
    by: { readonly userId: string; readonly ip: string },
    keep: Keep<WaitingPlan>,
  ): Promise<WaitingPlan | null>;
}

interface WaitingPlan {
  readonly id: string;
  readonly sentence: string;
}

const toRupees = (amount: Paise): number => amount / PAISE_PER_RUPEE;

const toTypedRow = (row: OrderRowBody): TypedRow => ({
  symbol: row.symbol,
  totalQuantity: row.total_quantity,
  orderType: row.order_type,
  positionType: row.position_type,
  scheduleType: row.schedule_type,
  limitPrice: row.limit_price ?? null,
  scheduledDatetime: row.scheduled_datetime ?? null,
});

const endsOf = ({ filled, working, cancelled }: Pick<Tally, "filled" | "working" | "cancelled">) => ({
  filled_orders: filled,
  working_orders: working,
  cancelled_orders: cancelled,
});

const toReport = (report: BulkReport) => ({
  success: report.isWhole,
  successful_orders: report.successful,
  total_orders: report.total,
  errors: [...report.errors],
  unknown_orders: report.unknown,
  ...endsOf(report),
  placement_id: report.placementId,
  waiting_id: null,
});

const toWaiting = ({ now, later }: BulkPlan, { id, sentence }: WaitingPlan) => ({
  success: false,
  successful_orders: 0,
  total_orders: now.reduce((sum, { shares }) => sum + shares.length, later.length),
  errors: [sentence],
  unknown_orders: 0,
  ...endsOf({ filled: 0, working: 0, cancelled: 0 }),
  placement_id: null,
  waiting_id: id,
});

function toPlacement(placement: StoredPlacement, states: readonly ShareState[]) {
  const tally = tallyOf(states);
  const { total, successful, unknown, failed } = tally;
  return {
    id: placement.id,
    placed_by: placement.byName ?? placement.byUserId,
    placed_at: toTimestamp(placement.placedAt),
    source: placement.source,
    rows: placement.rows.map((row) => ({
      row: row.n,
      symbol: row.symbol,
      total_quantity: row.totalQuantity,
      order_type: row.limit === null ? ("market" as const) : ("limit" as const),
      position_type: row.side === "buy" ? ("long" as const) : ("short" as const),
      limit_price: row.limit === null ? null : toRupees(row.limit),
    })),
    total_orders: total,
    successful_orders: successful,
    unknown_orders: unknown,
    failed_orders: failed,
    ...endsOf(tally),
  };
}

const messageOf = (state: ShareState): string | null => {
  if (isCancelled(state)) return CANCELLED_UNFILLED;
  return hasFault(state) ? faultOf(state) : null;
};

const toAccountOrder = (state: ShareState) => ({
  row: state.n,
  user_id: state.userId,
  username: state.name,
  broker: state.broker,
  symbol: state.symbol,
  quantity: state.quantity,
  filled: state.order?.filled ?? 0,
  tag: state.order?.tag ?? null,
  outcome: outcomeOf(state),
  message: messageOf(state),
});

export const adminOrderHandlers = (
  deps: AdminOrderRoutesDeps,
): Handlers<
  "previewOrder" | "readOrderPrices" | "placeBulkOrders" | "listPlacements" | "readPlacement" | "readCapitalSum"
> => ({
  async previewOrder({ body }) {
    const preview = await deps.placements.preview(body.symbol, body.total_quantity);
    if (!preview.ok) return preview;
    const { allocations, allocated, remainder } = preview.value;
    return ok({
      allocations: allocations.map(({ name, broker, quantity, capital, percentage }) => ({
        username: name,
        broker,
        quantity,
        capital: toRupees(capital),
        percentage,
      })),
      total_allocated_quantity: allocated,
      remainder,
    });
  },
  async readOrderPrices({ body }) {
    const symbols = [...new Set(body.symbols)];
    const markets = await Promise.all(symbols.map(deps.placements.marketOfSymbol));
    return ok({
      prices: symbols.map((symbol, place) => {
        const market = markets[place] ?? null;
        return {
          symbol,
          price: market && toRupees(market.price),
          lowest: market && toRupees(lowestPrice(market.band)),
          highest: market && toRupees(highestPrice(market.band)),
        };
      }),
    });
  },
  async placeBulkOrders({ body, caller, from, keyed }) {
    const rows = body.orders.map(toTypedRow);
    const laterRows = rows.filter(({ scheduleType }) => scheduleType === "scheduled").length;
    const stored = keyed && (await deps.bulk.reportStored(keyed.id, laterRows));
    if (stored === "old") return err("key_reused");
    if (stored !== null) return ok(toReport(stored));
    const plan = await deps.bulk.plan(rows, body.confirm_far_limits === true);
    if (!plan.ok) return plan;
    const by = { userId: caller.userId, ip: from.ip };
    const waiting = await deps.askSecondAdmin(plan.value, rows, by, async (tx, asked) =>
      keyed?.keep(tx, toWaiting(plan.value, asked)),
    );
    if (waiting !== null) return ok(toWaiting(plan.value, waiting));
    const key = keyed && { ...keyed, keep: (tx: Tx, report: BulkReport) => keyed.keep(tx, toReport(report)) };
    return ok(toReport(await deps.bulk.place(plan.value, { ...by, confirmedBy: null }, key)));
  },
  async listPlacements() {
    const newest = await deps.store.listNewest(PLACEMENTS_SHOWN);
    const placements = await Promise.all(
      newest.map(async (placement) => toPlacement(placement, await deps.store.statesOf(placement.id))),
    );
    return ok({ placements });
  },
  async readPlacement({ params }) {
    const placement = await deps.store.find(params.placementId);
    if (placement === null) return err("not_found");
    const states = await deps.store.statesOf(placement.id);
    return ok({ placement: toPlacement(placement, states), orders: states.map(toAccountOrder) });
  },
  async readCapitalSum() {
    const { total, users } = await deps.placements.capitalSum();
    return ok({
      total_capital: toRupees(total),
      active_users_count: users,
      last_updated: toTimestamp(deps.humanClock.now()),
    });
  },
});
