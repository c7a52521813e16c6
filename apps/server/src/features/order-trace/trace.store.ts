import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { CompactState } from "@vriddhi/core/order/compact-state";
import type { BrokerInstrument, OrderTag, Pricing } from "@vriddhi/core/order/order";
import type { CommandAnswer, OrderCommand } from "@vriddhi/core/order/order-command";
import type { OrderLeg } from "@vriddhi/core/order/order-state";
import type { EntryAuthority } from "@vriddhi/core/risk/pre-trade";

/** An order as stored; instants are texts with an offset. */
export interface TracedOrder {
  readonly tag: string;
  readonly trading_day: string;
  readonly account_id: string;
  readonly position_id: string;
  readonly signal_id: string;
  readonly n: number;
  readonly leg: OrderLeg;
  readonly side: "buy" | "sell";
  readonly instrument: BrokerInstrument;
  readonly pricing: Pricing;
  readonly cause: string;
  readonly authority: EntryAuthority | null;
  readonly stop_paise: number | null;
  readonly target_paise: number | null;
  readonly valid_until: string | null;
  readonly state: CompactState;
  readonly planned_at: string;
}

export interface TracedCommand {
  readonly n: number;
  readonly kind: OrderCommand["kind"];
  readonly quantity: number | null;
  readonly pricing: Pricing | null;
  readonly sent_at: string;
  readonly answer: CommandAnswer;
  readonly verdict: string;
}

export interface TracedCall {
  readonly at: string;
  readonly direction: "request" | "answer";
  readonly call: "place" | "modify" | "cancel" | "look_up";
  readonly text: string;
}

export interface TracedEvent {
  readonly at: string;
  readonly fact: LedgerFact;
}

export interface Trace {
  readonly broker: TradingBroker;
  readonly order: TracedOrder;
  readonly commands: readonly TracedCommand[];
  readonly wire: readonly TracedCall[];
  readonly events: readonly TracedEvent[];
}

export interface TraceStore {
  find(userId: string, tag: OrderTag): Promise<Trace | null>;
}
