import { rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { type BrokerClient, type Clients, createClients } from "@vriddhi/sandbox/broker/client";
import type { CoreDeps } from "@vriddhi/sandbox/broker/core-deps";
import { type Shell, startShell } from "@vriddhi/sandbox/broker/start-shell";
import type { BrokerCore, Moment } from "@vriddhi/sandbox/broker/wire";
import { createEventHub } from "@vriddhi/sandbox/exchange/event-hub";
import { createExchange, type Exchange } from "@vriddhi/sandbox/exchange/exchange";
import { at } from "@vriddhi/sandbox/exchange/exchange-fixture";
import { nseInstruments } from "@vriddhi/sandbox/exchange/instruments";
import type { Broker } from "@vriddhi/sandbox/exchange/model";
import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { type CallRecorder, recordCalls } from "./call-recorder.ts";

/** A broker's simulator over real HTTP and WebSocket, on an exchange that trades only on the test's request. */
export interface Venue extends CallRecorder {
  readonly broker: Broker;
  /** Sockets push changes made through it. */
  readonly exchange: Exchange;
  readonly clients: Clients;
  readonly faults: Faults;
  readonly core: BrokerCore;
  readonly baseUrl: string;
  readonly wsUrl: string;
  now(): Moment;
  /** A call without a wire arrives: advances time by its latency. */
  arrive(): void;
  subscribe(listener: () => void): () => void;
  goTo(market: EpochMs): void;
  /** All later calls arrive at this instant of the human clock, or within one new second. */
  holdTime(human?: EpochMs): void;
  dropSockets(): void;
  fall(): Promise<void>;
  /** Ends all connections; sessions and the address survive. */
  restart(): Promise<void>;
  openClient(cashRupees?: number): BrokerClient;
  stop(): Promise<void>;
}

export interface VenueOptions {
  readonly broker: Broker;
  createCore(deps: CoreDeps): BrokerCore;
}

const BEAT_EVERY_MS = 20;
const BEAT_HUMAN_MS = 100;
/** Spacing that keeps limits per second out of tests that do not ask for them. */
const CALL_HUMAN_MS = 1.2 * SECOND_MS;
const SYMBOLS = ["SBIN", "ACC", "IDEA"];
export const MAKER = "MAKER1";

const quietExchange = (makersBroker: Broker): Exchange => {
  const exchange = createExchange({
    seed: 11,
    calendar: nseCalendar,
    settings: {
      detail: "sparse",
      hasSyntheticMarket: false,
      instruments: nseInstruments.filter(({ symbol }) => SYMBOLS.includes(symbol)),
    },
  });
  for (const id of [MAKER, `${MAKER}B`])
    exchange.openAccount({ id, broker: makersBroker, cashPaise: rupees(10_000_000) });
  return exchange;
};

export async function startVenue({ broker, createCore }: VenueOptions): Promise<Venue> {
  const hub = createEventHub(quietExchange(broker === "fyers" ? "zerodha" : "fyers"));
  const { exchange } = hub;
  const clients = createClients(broker, exchange);
  const faults = createFaults();
  let market = at("10:00");
  let human = at("10:00");
  let isHeld = false;
  let opened = 0;
  exchange.advance(market);
  const recorded = recordCalls(createCore({ hub, clients, faults, secret: "conformance", post: () => {} }));
  const { core } = recorded;
  const now = (): Moment => ({ market, human });
  const pass = (durationMs: number): Moment => {
    if (!isHeld) human = later(human, durationMs);
    return now();
  };
  const listen = (port: number) =>
    startShell({ core, exchange: () => exchange, faults, target: broker, now: () => pass(CALL_HUMAN_MS), port });
  let shell: Shell = await listen(0);
  const { baseUrl, wsUrl } = shell;
  const beats = setInterval(() => core.beat(pass(BEAT_HUMAN_MS)), BEAT_EVERY_MS);

  return {
    broker,
    exchange,
    clients,
    faults,
    core,
    baseUrl,
    wsUrl,
    ...recorded.recorder,
    now,
    arrive: () => void pass(CALL_HUMAN_MS),
    subscribe: (listener) => hub.subscribe(() => listener()),
    goTo(instant) {
      market = instant;
      exchange.advance(instant);
      core.beat(now());
    },
    holdTime(instant) {
      human = instant ?? later(human, 2 * CALL_HUMAN_MS);
      isHeld = true;
    },
    dropSockets: () => shell.dropSockets(),
    fall: () => shell.stop(),
    async restart() {
      await shell.stop();
      shell = await listen(Number(new URL(baseUrl).port));
    },
    openClient: (cashRupees = 1_000_000) =>
      clients.open({
        id: `CF${String(++opened).padStart(4, "0")}`,
        cashPaise: rupees(cashRupees),
        redirectUrl: "http://127.0.0.1:9/connect",
      }),
    async stop() {
      clearInterval(beats);
      await shell.stop();
    },
  };
}
