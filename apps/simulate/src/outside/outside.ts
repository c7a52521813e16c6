import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { type BrokerClient, type Clients, createClients } from "@vriddhi/sandbox/broker/client";
import { type Outcome, serveAtCounter } from "@vriddhi/sandbox/broker/counter";
import type { BrokerCore, Moment, WireRequest } from "@vriddhi/sandbox/broker/wire";
import { createEventHub, type EventHub } from "@vriddhi/sandbox/exchange/event-hub";
import { createExchange, type Exchange } from "@vriddhi/sandbox/exchange/exchange";
import { nseInstruments } from "@vriddhi/sandbox/exchange/instruments";
import { brokers } from "@vriddhi/sandbox/exchange/members";
import type { Instrument } from "@vriddhi/sandbox/exchange/model";
import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { simulators } from "@vriddhi/sandbox/simulators";
import type { DayClock } from "../time/day-clock.ts";

/** Few shares, so that a day is fast and accounts share them. */
const SYMBOLS: ReadonlySet<string> = new Set(["SBIN", "INFY", "ITC", "TATASTEEL", "HDFCBANK", "IDEA"]);

interface Part {
  readonly clients: Clients;
  readonly core: BrokerCore;
}

export interface Outside {
  readonly hub: EventHub;
  readonly exchange: Exchange;
  readonly faults: Faults;
  readonly parts: Readonly<Record<BrokerName, Part>>;
  moment(): Moment;
  open(broker: BrokerName, id: string, cashPaise: Paise): BrokerClient;
  serve(broker: BrokerName, request: WireRequest): Outcome;
  /** Moves prices, notifies sockets and delivers delayed calls. */
  beat(): void;
}

function quickExchange(seed: number): Exchange {
  const instruments = nseInstruments.filter(({ symbol }) => SYMBOLS.has(symbol));
  return createExchange({ seed, calendar: nseCalendar, settings: { instruments, detail: "sparse" } });
}

/** `market` is a small one by default. */
export function createOutside(clock: DayClock, seed: number, market: Exchange = quickExchange(seed)): Outside {
  const hub = createEventHub(market);
  const faults = createFaults();
  const { exchange } = hub;
  const part = (broker: BrokerName): Part => {
    const clients = createClients(broker, exchange);
    const core = simulators[broker].createCore({
      hub,
      clients,
      faults,
      secret: `${broker} ${seed}`,
      post: () => undefined,
    });
    return { clients, core };
  };
  const parts: Outside["parts"] = recordOf(brokers, part);
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

export function instrumentAt(broker: BrokerName, instrument: Instrument): BrokerInstrument {
  const { symbol, isin, tickSize, lotSize } = instrument;
  const { brokerSymbol, token } = simulators[broker].spell(instrument);
  return { isin, symbol, brokerSymbol, token, tickSize, lotSize };
}
