import type { BrokerAddresses } from "@vriddhi/brokers/port/broker-address";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createAngelOne } from "@vriddhi/sandbox/angelone/create-angelone";
import { type Clients, createClients } from "@vriddhi/sandbox/broker/client";
import { startShell } from "@vriddhi/sandbox/broker/start-shell";
import type { BrokerCore } from "@vriddhi/sandbox/broker/wire";
import { createEventHub } from "@vriddhi/sandbox/exchange/event-hub";
import { createExchange, type Exchange } from "@vriddhi/sandbox/exchange/exchange";
import { nseInstruments } from "@vriddhi/sandbox/exchange/instruments";
import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { createFyers } from "@vriddhi/sandbox/fyers/fyers";
import { createZerodha } from "@vriddhi/sandbox/zerodha/zerodha";

export type FixtureBroker = "zerodha" | "angelone" | "fyers";

/** The three simulated brokers on an exchange without trades: cheap enough for a hundred days. */
export interface SimulatorsFixture {
  readonly exchange: Exchange;
  readonly faults: Faults;
  readonly urls: BrokerAddresses;
  readonly clients: Readonly<Record<FixtureBroker, Clients>>;
  readonly cores: Readonly<Record<FixtureBroker, BrokerCore>>;
  catchUp(): void;
  dropSockets(broker: FixtureBroker): void;
  stop(): Promise<void>;
}

const SYMBOLS = ["SBIN", "RELIANCE", "HDFCBANK", "INFY"];
const makers = { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers };

/** Both clocks are `now`; `redirectUrl` is the login's redirect address. Where prices move there are ticks. */
export async function openSimulatorsFixture(
  now: () => EpochMs,
  redirectUrl: (broker: FixtureBroker) => string,
  pricesMove = false,
): Promise<SimulatorsFixture> {
  const settings = {
    detail: "sparse" as const,
    hasSyntheticMarket: pricesMove,
    instruments: nseInstruments.filter(({ symbol }) => SYMBOLS.includes(symbol)),
  };
  const hub = createEventHub(createExchange({ seed: 7, calendar: nseCalendar, settings }));
  hub.exchange.advance(now());
  const faults = createFaults();
  const open = async (broker: FixtureBroker) => {
    const clients = createClients(broker, hub.exchange, redirectUrl(broker));
    const core = makers[broker]({ hub, clients, faults, secret: `simulator ${broker}`, post: () => undefined });
    const shell = await startShell({
      core,
      faults,
      target: broker,
      exchange: () => hub.exchange,
      now: () => ({ market: now(), human: now() }),
    });
    return { clients, core, shell, place: { httpUrl: shell.baseUrl, wsUrl: shell.wsUrl } };
  };
  const [zerodha, angelone, fyers] = [await open("zerodha"), await open("angelone"), await open("fyers")];
  return {
    exchange: hub.exchange,
    faults,
    urls: { zerodha: zerodha.place, angelone: angelone.place, fyers: fyers.place },
    clients: { zerodha: zerodha.clients, angelone: angelone.clients, fyers: fyers.clients },
    cores: { zerodha: zerodha.core, angelone: angelone.core, fyers: fyers.core },
    catchUp() {
      hub.exchange.advance(now());
      for (const { core } of [zerodha, angelone, fyers]) core.beat({ market: now(), human: now() });
    },
    dropSockets: (broker) => ({ zerodha, angelone, fyers })[broker].shell.dropSockets(),
    async stop() {
      for (const { shell } of [zerodha, angelone, fyers]) await shell.stop();
    },
  };
}
