import { createAngelOne } from "./angelone/create-angelone.ts";
import type { BrokerClient } from "./broker/client.ts";
import type { CoreDeps } from "./broker/core-deps.ts";
import type { BrokerCore } from "./broker/wire.ts";
import type { Broker, Instrument } from "./exchange/model.ts";
import { createFyers } from "./fyers/fyers.ts";
import { createZerodha } from "./zerodha/zerodha.ts";

interface TypedByClient {
  readonly clientId: string;
  readonly appKey: string;
  readonly appSecret?: string;
  readonly pin?: string;
  readonly totp?: string;
}

interface Simulator {
  createCore(deps: CoreDeps): BrokerCore;
  readonly loginPath: string;
  typedBy(client: BrokerClient): TypedByClient;
  /** A share in this broker's naming. */
  spell(instrument: Instrument): { readonly brokerSymbol: string; readonly token: string };
}

export const simulators: Readonly<Record<Broker, Simulator>> = {
  zerodha: {
    createCore: createZerodha,
    loginPath: "/connect/login",
    typedBy: ({ id, app }) => ({ clientId: id, appKey: app.key, appSecret: app.secret }),
    spell: ({ symbol, tokens }) => ({ brokerSymbol: symbol, token: String(tokens.kiteInstrument) }),
  },
  angelone: {
    createCore: createAngelOne,
    loginPath: "/publisher-login",
    typedBy: ({ id, app, pin, totpSecret }) => ({ clientId: id, appKey: app.key, pin, totp: totpSecret }),
    spell: ({ symbol, tokens }) => ({ brokerSymbol: `${symbol}-EQ`, token: tokens.angelone }),
  },
  fyers: {
    createCore: createFyers,
    loginPath: "/api/v3/generate-authcode",
    typedBy: ({ id, app, pin, totpSecret }) => ({
      clientId: id,
      appKey: app.key,
      appSecret: app.secret,
      pin,
      totp: totpSecret,
    }),
    spell: ({ symbol, tokens }) => ({ brokerSymbol: `NSE:${symbol}-EQ`, token: tokens.fyers }),
  },
};
