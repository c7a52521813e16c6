import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createAngelOne } from "@vriddhi/sandbox/angelone/create-angelone";
import { type BrokerClient, type Clients, createClients } from "@vriddhi/sandbox/broker/client";
import { type Outcome, serveAtCounter } from "@vriddhi/sandbox/broker/counter";
import type { BrokerCore, Moment, WireRequest } from "@vriddhi/sandbox/broker/wire";
import { createEventHub, type EventHub } from "@vriddhi/sandbox/exchange/event-hub";
import { createExchange, type Exchange } from "@vriddhi/sandbox/exchange/exchange";
import { nseInstruments } from "@vriddhi/sandbox/exchange/instruments";
import type { Instrument } from "@vriddhi/sandbox/exchange/model";
import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { createFyers } from "@vriddhi/sandbox/fyers/fyers";
import { createZerodha } from "@vriddhi/sandbox/zerodha/zerodha";
import type { DayClock } from "../time/day-clock.ts";

/** Few shares, so that a day is lived quickly and accounts meet in them. */
const SYMBOLS: ReadonlySet<string> = new Set(["SBIN", "INFY", "ITC", "TATASTEEL", "HDFCBANK", "IDEA"]);

interface Part {
  readonly clients: Clients;
  readonly core: BrokerCore;
}

/** The exchange and the three brokers, as pure values that are told the time. */
export interface Outside {
  readonly hub: EventHub;
  readonly exchange: Exchange;
  readonly faults: Faults;
  readonly parts: Readonly<Record<BrokerName, Part>>;
  moment(): Moment;
  open(broker: BrokerName, id: string, cashPaise: Paise): BrokerClient;
  serve(broker: BrokerName, request: WireRequest): Outcome;
  /** Prices move on, sockets hear of it and what came late arrives. */
  beat(): void;
}

export function createOutside(clock: DayClock, seed: number): Outside {
  const instruments = nseInstruments.filter(({ symbol }) => SYMBOLS.has(symbol));
  const settings = { instruments, detail: "sparse" as const };
  const hub = createEventHub(createExchange({ seed, calendar: nseCalendar, settings }));
  const faults = createFaults();
  const { exchange } = hub;
  const part = (broker: BrokerName, create: typeof createZerodha): Part => {
    const clients = createClients(broker, exchange);
    const core = create({ hub, clients, faults, secret: `${broker} ${seed}`, post: () => undefined });
    return { clients, core };
  };
  const parts: Outside["parts"] = {
    zerodha: part("zerodha", createZerodha),
    angelone: part("angelone", createAngelOne),
    fyers: part("fyers", createFyers),
  };
  const moment = (): Moment => ({ human: clock.human(), market: clock.market() });
  exchange.advance(clock.market());
  return {
    hub,
    exchange,
    faults,
    parts,
    moment,
    open: (broker, id, cashPaise) => parts[broker].clients.open({ id, cashPaise }),
    serve(broker, request) {
      exchange.advance(clock.market());
      return serveAtCounter(
        { core: parts[broker].core, exchange: () => exchange, faults, target: broker },
        request,
        moment(),
      );
    },
    beat() {
      exchange.advance(clock.market());
      for (const { core } of Object.values(parts)) core.beat(moment());
    },
  };
}

/** The share as the account's broker names it. */
export function instrumentAt(broker: BrokerName, instrument: Instrument): BrokerInstrument {
  const { symbol, isin, tickSize, lotSize, tokens } = instrument;
  const named = {
    zerodha: { brokerSymbol: symbol, token: String(tokens.kiteInstrument) },
    angelone: { brokerSymbol: `${symbol}-EQ`, token: tokens.angelone },
    fyers: { brokerSymbol: `NSE:${symbol}-EQ`, token: tokens.fyers },
  }[broker];
  return { isin, symbol, brokerSymbol: named.brokerSymbol, token: named.token, tickSize, lotSize };
}
