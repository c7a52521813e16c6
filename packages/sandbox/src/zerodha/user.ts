import type { BrokerClient } from "../broker/client.ts";
import type { Kite, ServeSession } from "./kite.ts";
import { failure, invalid, kiteErrors, success } from "./replies.ts";
import { toRupees } from "./rupees.ts";

export const userRecord = ({ id, name, email }: BrokerClient) => ({
  user_id: id,
  user_type: "individual",
  email,
  user_name: name,
  user_shortname: name.split(" ")[0] ?? name,
  broker: "ZERODHA",
  exchanges: ["BFO", "MCX", "NSE", "CDS", "BSE", "BCD", "MF", "NFO"],
  products: ["CNC", "NRML", "MIS", "BO", "CO"],
  order_types: ["MARKET", "LIMIT", "SL", "SL-M"],
  avatar_url: null,
  meta: { demat_consent: "physical" },
});

export const readProfile: ServeSession = (kite, { session }) => {
  const client = kite.clients.find(session.client);
  return client === null ? failure(kiteErrors.badToken) : success(userRecord(client));
};

const NOTHING_UTILISED = {
  debits: 0,
  exposure: 0,
  m2m_realised: 0,
  m2m_unrealised: 0,
  option_premium: 0,
  payout: 0,
  span: 0,
  holding_sales: 0,
  turnover: 0,
  liquid_collateral: 0,
  stock_collateral: 0,
  delivery: 0,
};

const NOTHING_AVAILABLE = {
  adhoc_margin: 0,
  cash: 0,
  opening_balance: 0,
  live_balance: 0,
  collateral: 0,
  intraday_payin: 0,
};

/** net = cash + collateral − debits, as clients compute it. */
function equityMargins(kite: Kite, client: string) {
  const { opening, cash, available, realised, unrealised } = kite.exchange.funds(client);
  return {
    enabled: true,
    net: toRupees(available),
    available: {
      ...NOTHING_AVAILABLE,
      cash: toRupees(cash),
      opening_balance: toRupees(opening),
      live_balance: toRupees(available),
    },
    utilised: {
      ...NOTHING_UTILISED,
      debits: toRupees(cash - available),
      m2m_realised: toRupees(realised),
      m2m_unrealised: toRupees(unrealised),
    },
  };
}

const commodityMargins = () => ({
  enabled: false,
  net: 0,
  available: NOTHING_AVAILABLE,
  utilised: NOTHING_UTILISED,
});

export const readMargins: ServeSession = (kite, { session }) =>
  success({ equity: equityMargins(kite, session.client), commodity: commodityMargins() });

export const readSegmentMargins: ServeSession = (kite, { parts, session }) => {
  if (parts[0] === "equity") return success(equityMargins(kite, session.client));
  return parts[0] === "commodity" ? success(commodityMargins()) : failure(invalid("segment"));
};
