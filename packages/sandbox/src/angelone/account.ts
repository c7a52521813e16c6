import type { Holding } from "../exchange/model.ts";
import type { Angel, Handler } from "./call.ts";
import { tradingSymbolOf } from "./listing.ts";
import { rupeeNumber, rupeeText } from "./money.ts";
import { failure, success, successList } from "./reply.ts";

export const getProfile: Handler = ({ clients }, { session }) => {
  const client = clients.find(session.client);
  if (client === null) return failure("AB1004");
  return success({
    clientcode: client.id,
    name: client.name,
    email: client.email,
    mobileno: client.mobile,
    exchanges: ["nse_cm"],
    products: ["MIS", "CNC"],
    lastlogintime: "",
    brokerid: "B2C",
    broker: "ANGEL",
  });
};

/** All text, with four decimals. */
const limitText = (amount: number): string => `${rupeeText(amount)}00`;
const NONE = limitText(0);

/** `availablecash` is the free margin, not cash; the day's profit is not included. */
export const getRMS: Handler = ({ exchange }, { session }) => {
  const { available, blocked } = exchange.funds(session.client);
  return success({
    net: limitText(available),
    availablecash: limitText(available),
    availableintradaypayin: NONE,
    availablelimitmargin: NONE,
    collateral: NONE,
    m2munrealized: NONE,
    m2mrealized: NONE,
    utiliseddebits: limitText(blocked),
    // Fields for other segments are null, not zero.
    utilisedspan: null,
    utilisedoptionpremium: null,
    utilisedholdingsales: null,
    utilisedexposure: null,
    utilisedturnover: null,
    utilisedpayout: NONE,
  });
};

const worthOf = ({ quantity, lastPrice }: Holding): number => quantity * lastPrice;
const costOf = ({ quantity, averagePrice }: Holding): number => quantity * averagePrice;
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);

function holdingRow({ exchange }: Angel, holding: Holding) {
  const profit = worthOf(holding) - costOf(holding);
  return {
    tradingsymbol: tradingSymbolOf(holding.symbol),
    exchange: "NSE",
    isin: holding.isin,
    t1quantity: 0,
    realisedquantity: holding.quantity,
    quantity: holding.quantity,
    authorisedquantity: 0,
    product: "DELIVERY",
    collateralquantity: null,
    collateraltype: null,
    haircut: 0,
    averageprice: rupeeNumber(holding.averagePrice),
    ltp: rupeeNumber(holding.lastPrice),
    symboltoken: exchange.instrument(holding.symbol)?.tokens.angelone ?? "",
    close: rupeeNumber(holding.previousClose),
    profitandloss: rupeeNumber(profit),
    pnlpercentage: percent(profit, costOf(holding)),
  };
}

export const getHolding: Handler = (angel, { session }) =>
  successList(angel.exchange.holdings(session.client).map((holding) => holdingRow(angel, holding)));

const sum = (holdings: readonly Holding[], of: (holding: Holding) => number): number =>
  holdings.reduce((total, holding) => total + of(holding), 0);

export const getAllHolding: Handler = (angel, { session }) => {
  const held = angel.exchange.holdings(session.client);
  if (held.length === 0) return success(null);
  const [worth, cost] = [sum(held, worthOf), sum(held, costOf)];
  return success({
    holdings: held.map((holding) => holdingRow(angel, holding)),
    totalholding: {
      totalholdingvalue: rupeeNumber(worth),
      totalinvvalue: rupeeNumber(cost),
      totalprofitandloss: rupeeNumber(worth - cost),
      totalpnlpercentage: percent(worth - cost, cost),
    },
  });
};
