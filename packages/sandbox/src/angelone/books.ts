import { createReplyMemory } from "../broker/reply-memory.ts";
import type { Position, Trade } from "../exchange/model.ts";
import type { Angel, Handler } from "./call.ts";
import { tradingSymbolOf } from "./listing.ts";
import { average, rupeeText } from "./money.ts";
import { PRODUCT_WORDS, SIDE_WORDS } from "./order-format.ts";
import { bookRow } from "./order-row.ts";
import { failure, success, successList } from "./reply.ts";
import { clockText } from "./times.ts";

const CASH = {
  exchange: "NSE",
  instrumenttype: "",
  symbolgroup: "EQ",
  strikeprice: "-1",
  optiontype: "",
  expirydate: "",
};

const writeOnce = createReplyMemory();

export const getOrderBook: Handler = ({ exchange, ledger }, { session }) => {
  const orders = exchange.dayOrders(session.client);
  const notes = orders.map((order) => ledger.noteOf(order));
  const beside = notes.map(({ orderId, variety, status, text }) => [orderId, variety, status, text].join(" "));
  return writeOnce(orders, beside.join("\n"), () =>
    successList(orders.map((order) => bookRow(order, ledger.noteOf(order), exchange))),
  );
};

export const orderDetails: Handler = ({ exchange, ledger }, { session, rest }) => {
  const note = ledger.findByUniqueId(rest, session.client);
  const order = note?.exchangeId ? exchange.order(note.exchangeId) : null;
  return note === null || order === null ? failure("AB1013") : success(bookRow(order, note, exchange));
};

function tradeRow({ exchange, ledger }: Angel, trade: Trade) {
  const order = exchange.order(trade.orderId);
  return {
    ...CASH,
    producttype: PRODUCT_WORDS[trade.product],
    tradingsymbol: tradingSymbolOf(trade.symbol),
    marketlot: "1",
    precision: "2",
    multiplier: "-1",
    tradevalue: rupeeText(trade.quantity * trade.price),
    transactiontype: SIDE_WORDS[trade.side],
    fillprice: rupeeText(trade.price),
    fillsize: String(trade.quantity),
    orderid: order === null ? (trade.brokerOrderId ?? "") : ledger.noteOf(order).orderId,
    fillid: trade.id,
    filltime: clockText(trade.at),
  };
}

export const getTradeBook: Handler = (angel, { session }) =>
  successList(angel.exchange.dayTrades(session.client).map((trade) => tradeRow(angel, trade)));

/** Nothing is carried forward: delivery becomes holdings overnight, intraday is closed. */
const NOTHING_CARRIED = {
  cfbuyqty: "0",
  cfsellqty: "0",
  cfbuyamount: "0.00",
  cfsellamount: "0.00",
  cfbuyavgprice: "0.00",
  cfsellavgprice: "0.00",
};

const netValue = ({ dayBuyValue, daySellValue }: Position): number => daySellValue - dayBuyValue;

function positionRow({ exchange }: Angel, position: Position) {
  const { symbol, netQuantity, dayBuyQuantity, daySellQuantity, dayBuyValue, daySellValue } = position;
  const buyAverage = rupeeText(average(dayBuyValue, dayBuyQuantity));
  const sellAverage = rupeeText(average(daySellValue, daySellQuantity));
  const net = rupeeText(position.averagePrice);
  return {
    ...CASH,
    symboltoken: exchange.instrument(symbol)?.tokens.angelone ?? "",
    producttype: PRODUCT_WORDS[position.product],
    tradingsymbol: tradingSymbolOf(symbol),
    symbolname: symbol,
    priceden: "1",
    pricenum: "1",
    genden: "1",
    gennum: "1",
    precision: "2",
    multiplier: "-1",
    boardlotsize: "1",
    lotsize: "1",
    buyqty: String(dayBuyQuantity),
    sellqty: String(daySellQuantity),
    buyamount: rupeeText(dayBuyValue),
    sellamount: rupeeText(daySellValue),
    ...NOTHING_CARRIED,
    buyavgprice: buyAverage,
    sellavgprice: sellAverage,
    avgnetprice: net,
    netvalue: rupeeText(netValue(position)),
    netqty: String(netQuantity),
    totalbuyvalue: rupeeText(dayBuyValue),
    totalsellvalue: rupeeText(daySellValue),
    totalbuyavgprice: buyAverage,
    totalsellavgprice: sellAverage,
    netprice: net,
    ltp: rupeeText(position.lastPrice),
    close: rupeeText(position.previousClose),
    pnl: rupeeText(position.realised + position.unrealised),
    realised: rupeeText(position.realised),
    unrealised: rupeeText(position.unrealised),
  };
}

export const getPosition: Handler = (angel, { session }) =>
  successList(angel.exchange.positions(session.client).map((position) => positionRow(angel, position)));

/** The exchange keeps products separate. */
export const convertPosition: Handler = () => failure("AB1017");
