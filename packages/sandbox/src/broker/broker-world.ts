import { paise, rupees } from "@vriddhi/core/shared/money";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { openPastBars } from "../exchange/bar-library.ts";
import { createEventHub } from "../exchange/event-hub.ts";
import { createExchange, type Exchange } from "../exchange/exchange.ts";
import { brokers, members } from "../exchange/members.ts";
import type { Broker } from "../exchange/model.ts";
import { type BrokerEvent, toRequest } from "./broker-event.ts";
import { type Clients, createClients } from "./client.ts";
import type { CoreDeps } from "./core-deps.ts";
import type { RecordedFaults } from "./recorded-faults.ts";
import type { BrokerCore } from "./wire.ts";

const SEEDED_CASH = [500, 5_000, 25_000, 100_000, 500_000, 1_000_000].map(rupees);
/** A world that begins later in the day has its first whole session on the next. */
const FIRST_SESSION_UNTIL = istMinute(9, 0);

/** The owner of a client that the product knows: the demo user. */
const OWNERS: ReadonlyMap<number, string> = new Map([[4, "Asha Rao"]]);

export const seededId = (broker: Broker, index: number): string =>
  `${members[broker].clientPrefix}${String(1001 + index)}`;

export interface WorldDeps {
  readonly seed: number;
  /** Market time at the start: its first session is the first day of the seed. */
  readonly begunAt?: EpochMs;
  readonly cores: Readonly<Record<Broker, (deps: CoreDeps) => BrokerCore>>;
  readonly faults: RecordedFaults;
  redirectUrl(broker: Broker): string;
  readonly postbackPaths?: Partial<Record<Broker, string>>;
  readonly barsFolder?: string | null;
  post(url: string, body: string): void;
}

export interface BrokerWorld {
  readonly exchange: Exchange;
  /** Quotes are built once for all brokers while `work` runs; `only` names what has changed for them, `null`: all that did. */
  share(work: () => void, only: readonly string[] | null): void;
  readonly parts: Readonly<Record<Broker, { readonly clients: Clients; readonly core: BrokerCore }>>;
}

/** Today while its session is still to come, otherwise the next day. */
function firstDateAt(market: EpochMs): IstDate {
  const today = istDateOf(market);
  return market < istInstant(today, FIRST_SESSION_UNTIL) ? today : addDays(today, 1);
}

/** Everything behind the addresses; a reset rebuilds it, and earlier tokens become invalid. */
export function createBrokerWorld(deps: WorldDeps, generation: number): BrokerWorld {
  const { faults, post } = deps;
  const settings =
    deps.begunAt === undefined ? {} : { anchorDate: firstDateAt(deps.begunAt), isCountedFromAnchor: true };
  const pastBars = deps.barsFolder == null ? () => null : openPastBars(deps.barsFolder);
  const hub = createEventHub(createExchange({ seed: deps.seed, calendar: nseCalendar, settings, pastBars }));
  const open = (broker: Broker) => {
    const clients = createClients(broker, hub.exchange, deps.redirectUrl(broker));
    SEEDED_CASH.forEach((cashPaise, index) => {
      const name = OWNERS.get(index);
      const postbackUrl = deps.postbackPaths?.[broker] ?? null;
      clients.open({ id: seededId(broker, index), cashPaise, postbackUrl, ...(name === undefined ? {} : { name }) });
    });
    const secret = `sandbox ${broker} ${deps.seed} ${generation}`;
    return { clients, core: deps.cores[broker]({ hub, clients, faults, secret, post }) };
  };
  return {
    exchange: hub.exchange,
    share: hub.share,
    parts: recordOf(brokers, open),
  };
}

/** The event's market time; `null` for events without one. */
export function marketOf(event: BrokerEvent): EpochMs | null {
  switch (event.do) {
    case "begin":
    case "prices":
      return event.market;
    case "leap":
      return event.from;
    case "partial":
    case "open":
    case "openMany":
    case "change":
      return null;
    default:
      return event.at.market;
  }
}

function performCall(core: BrokerCore, event: Extract<BrokerEvent, { readonly at: unknown }>): void {
  switch (event.do) {
    case "handle":
      core.handle(toRequest(event.call), event.at);
      return;
    case "refuse":
      core.refuse(toRequest(event.call), event.why, event.at);
      return;
    case "hold":
      core.hold(toRequest(event.call), event.at, event.seconds);
      return;
    case "expire":
      core.expireSessions(event.client, event.at);
      return;
    case "beat":
      core.beat(event.at);
  }
}

export function perform(
  { exchange, parts }: Pick<BrokerWorld, "exchange" | "parts">,
  faults: RecordedFaults,
  event: BrokerEvent,
): void {
  switch (event.do) {
    case "begin":
      return;
    case "leap":
      exchange.leap(event.to);
      return;
    case "partial":
      exchange.nextFillPartial(event.account);
      return;
    case "open":
      parts[event.broker].clients.open(event.client);
      return;
    case "openMany":
      parts[event.broker].clients.openMany(event.count, { prefix: event.prefix, cashPaise: paise(event.cashPaise) });
      return;
    case "change":
      parts[event.broker].clients.change(event.id, event.change);
      return;
    case "prices":
      exchange.scriptPrices(event.symbol, event.path);
      return;
    default:
      faults.again("faults" in event ? event.faults : undefined, () => performCall(parts[event.broker].core, event));
  }
}

/** A frozen feed stays frozen while its fault is set. */
export function freezeFeeds(exchange: Exchange, faults: RecordedFaults, market: EpochMs, freezeMs: number): void {
  for (const broker of brokers) {
    const isWanted = faults.list().some(({ target, kind }) => target === broker && kind === "freeze-feed");
    if (isWanted !== exchange.isFeedFrozen(broker)) exchange.freezeFeed(broker, later(market, isWanted ? freezeMs : 0));
  }
}

export function recordSteering(
  world: BrokerWorld,
  write: (event: BrokerEvent) => void,
): { readonly exchange: Exchange; readonly clients: Readonly<Record<Broker, Clients>> } {
  const { exchange, parts } = world;
  const recorded = (broker: Broker): Clients => {
    const { clients } = parts[broker];
    return {
      ...clients,
      open(client) {
        const opened = clients.open(client);
        write({ do: "open", broker, client });
        return opened;
      },
      openMany(count, { prefix, cashPaise }) {
        const ids = clients.openMany(count, { prefix, cashPaise });
        write({ do: "openMany", broker, count, prefix, cashPaise });
        return ids;
      },
      change(id, change) {
        clients.change(id, change);
        write({ do: "change", broker, id, change });
      },
    };
  };
  return {
    exchange: {
      ...exchange,
      nextFillPartial(account) {
        exchange.nextFillPartial(account);
        write({ do: "partial", account });
      },
      scriptPrices(symbol, path) {
        exchange.scriptPrices(symbol, path);
        const market = exchange.now();
        if (market !== null) write({ do: "prices", symbol, path, market });
      },
      leap(to) {
        const from = exchange.now() ?? to;
        const events = exchange.leap(to);
        write({ do: "leap", from, to });
        return events;
      },
    },
    clients: recordOf(brokers, recorded),
  };
}
