import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import type { MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { AccountDay, OrderStore } from "@vriddhi/execution/ports/order-store";

const isOpen = ({ orders, ledger }: AccountDay): boolean =>
  orders.some(({ state }) => !isOrderFinal(state.status)) ||
  [...foldLedger(ledger).positions.values()].some(({ bought, sold }) => bought !== sold);

export interface OpenPositions {
  /** Positions close on the day they are opened, so today's orders are enough. */
  isOpen(account: AccountId): Promise<boolean>;
}

export const createOpenPositions = (store: Pick<OrderStore, "loadAccount">, clock: MarketClock): OpenPositions => ({
  isOpen: async (account) => isOpen(await store.loadAccount(account, istDateOf(clock.now()))),
});
