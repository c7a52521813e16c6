import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Order } from "../exchange/model.ts";

export interface FailedChange {
  /** Number of earlier history entries of the exchange. */
  readonly afterEntries: number;
  readonly at: EpochMs;
  readonly message: string;
}

export interface OrderNote {
  readonly kiteId: string;
  readonly account: string;
  exchangeId: string;
  readonly disclosedQuantity: number;
  /** As requested: percent, or -1 for automatic. */
  marketProtection: number;
  /** Accepted calls, whatever their effect. */
  changes: number;
  readonly failed: FailedChange[];
}

export interface OrderNotes {
  open(date: IstDate, draft: Pick<OrderNote, "account" | "disclosedQuantity" | "marketProtection">): OrderNote;
  /** The exchange accepted an order: the broker's own, without a number, get theirs. */
  adopt(order: Order): void;
  /** Other accounts' orders are `null`. */
  find(kiteId: string, account: string): OrderNote | null;
  of(order: Order): OrderNote | null;
  idOf(order: Order): string;
  startDay(): void;
}

const COUNTER_DIGITS = 13;

/** Nineteen digits: the date and a number beyond a JavaScript double. */
const kiteIdOn = (date: IstDate, count: number): string =>
  date.slice(2).replaceAll("-", "") + String(count).padStart(COUNTER_DIGITS, "0");

export function createOrderNotes(): OrderNotes {
  const byKiteId = new Map<string, OrderNote>();
  const byExchangeId = new Map<string, OrderNote>();
  let count = 0;

  function open(date: IstDate, draft: Pick<OrderNote, "account" | "disclosedQuantity" | "marketProtection">) {
    count++;
    const note: OrderNote = { ...draft, kiteId: kiteIdOn(date, count), exchangeId: "", changes: 0, failed: [] };
    byKiteId.set(note.kiteId, note);
    return note;
  }

  return {
    open,
    adopt(order) {
      const note =
        order.brokerOrderId === null
          ? open(order.date, { account: order.account, disclosedQuantity: 0, marketProtection: 0 })
          : byKiteId.get(order.brokerOrderId);
      if (note === undefined) return;
      note.exchangeId = order.id;
      byExchangeId.set(order.id, note);
    },
    find(kiteId, account) {
      const note = byKiteId.get(kiteId);
      return note === undefined || note.account !== account || note.exchangeId === "" ? null : note;
    },
    of: (order) => byExchangeId.get(order.id) ?? null,
    idOf: (order) => order.brokerOrderId ?? byExchangeId.get(order.id)?.kiteId ?? order.id,
    startDay() {
      byKiteId.clear();
      byExchangeId.clear();
    },
  };
}
