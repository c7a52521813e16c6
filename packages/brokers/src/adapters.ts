import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { createAngelOneAdapter } from "./angelone/adapter.ts";
import { angelOneUrls, angelOneUrlsAt } from "./angelone/endpoints.ts";
import { createFyersAdapter } from "./fyers/adapter.ts";
import { fyersUrls, fyersUrlsAt } from "./fyers/endpoints.ts";
import type { BrokerAdapter } from "./port/broker.ts";
import type { BrokerAddress } from "./port/broker-address.ts";
import type { AdapterDeps } from "./transport/adapter-deps.ts";
import { createZerodhaAdapter } from "./zerodha/adapter.ts";
import { zerodhaUrls, zerodhaUrlsAt } from "./zerodha/endpoints.ts";

/** `place` is `null` for the broker itself. */
type CreateAdapter = (place: BrokerAddress | null, deps: AdapterDeps) => BrokerAdapter;

export const createAdapter: Readonly<Record<BrokerName, CreateAdapter>> = {
  fyers: (place, deps) => createFyersAdapter({ ...(place === null ? fyersUrls : fyersUrlsAt(place)), ...deps }),
  zerodha: (place, deps) => createZerodhaAdapter({ ...(place === null ? zerodhaUrls : zerodhaUrlsAt(place)), ...deps }),
  angelone: (place, deps) =>
    createAngelOneAdapter({ ...(place === null ? angelOneUrls : angelOneUrlsAt(place)), ...deps }),
};
