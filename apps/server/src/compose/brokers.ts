import { randomInt } from "node:crypto";
import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import { createZerodhaAdapter } from "@vriddhi/brokers/zerodha/adapter";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { err } from "@vriddhi/core/shared/result";
import { angelOneHandlers } from "../features/broker-link/angelone.routes.ts";
import { connectHandlers } from "../features/broker-link/connect.routes.ts";
import { fyersHandlers } from "../features/broker-link/fyers.routes.ts";
import { createLinkService, type LinkService } from "../features/broker-link/link.service.ts";
import { createLinkStore } from "../features/broker-link/link.store.pg.ts";
import { createLinkSecrets } from "../features/broker-link/link-secrets.ts";
import type { BrokerAdapters } from "../features/broker-link/link-types.ts";
import { zerodhaHandlers } from "../features/broker-link/zerodha.routes.ts";
import { within } from "../platform/clock/within.ts";
import type { BrokerUrls } from "./broker-urls.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

const silent = async () => err({ kind: "unavailable" as const, reason: "not open yet" });

const absent = (broker: BrokerName): BrokerAdapter => ({
  capabilities: {
    broker,
    login: "page",
    hasRefreshToken: false,
    hasOrderPush: false,
    canFindByTag: false,
    modificationsMax: null,
    takesAlgoId: false,
    hasIoc: false,
    namesIsin: false,
  },
  rates: [],
  login: {
    begin: silent,
    complete: silent,
    unattended: silent,
    renew: silent,
    logout: async () => undefined,
    readGrant: (pasted) => pasted,
    expiryOf: (issuedAt) => issuedAt,
  },
  orders: { place: silent, modify: silent, cancel: silent },
  portfolio: {
    orders: silent,
    ordersByTag: silent,
    fills: silent,
    positions: silent,
    funds: silent,
    profile: silent,
  },
  instruments: { list: silent },
  quotes: { open: () => ({ subscribe: () => undefined, close: () => undefined }) },
  updates: null,
  warm: async () => undefined,
  close: async () => undefined,
});

export interface Brokers {
  readonly adapters: BrokerAdapters;
  readonly links: LinkService;
  readonly handlers: ReturnType<typeof linkHandlers>;
}

const linkHandlers = (deps: Parameters<typeof fyersHandlers>[0]) => ({
  ...fyersHandlers(deps),
  ...angelOneHandlers(deps),
  ...zerodhaHandlers(deps),
  ...connectHandlers(deps.links),
});

/** The brokers and the accounts that people linked there. */
export function composeBrokers(platform: Platform, urls: BrokerUrls, closing: Closing): Brokers {
  const { config, log, database, humanClock, marketClock, limiter, audit, box } = platform;
  const adapterDeps = { random: createSeededRandom(randomInt(2 ** 31)), timers: realTimers };
  const adapters = {
    fyers: absent("fyers"),
    zerodha: createZerodhaAdapter({ ...urls.zerodha, ...adapterDeps }),
    angelone: absent("angelone"),
  };
  for (const [broker, adapter] of Object.entries(adapters)) closing.add(`${broker} connections`, adapter.close);
  const secrets = createLinkSecrets(box);
  const links = createLinkService({
    store: createLinkStore(database),
    secrets,
    adapters,
    humanClock,
    marketClock,
    limiter,
    audit,
    log,
    publicUrl: config.publicUrl,
    egressAddresses: config.egressAddresses,
    hasOpenPosition: async () => false,
    onChanged: async () => undefined,
  });
  return { adapters, links, handlers: linkHandlers({ links, secrets, within }) };
}
