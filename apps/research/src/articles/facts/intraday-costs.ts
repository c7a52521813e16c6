import { bandAt } from "@vriddhi/core/billing/plans";
import { chargesOfDay, judgeRoundTrip } from "@vriddhi/core/charges/charges";
import { type Tariff, tariffOf } from "@vriddhi/core/charges/tariff";
import { tickSizeAt } from "@vriddhi/core/market/tick-size";
import { CAPITAL_MIN } from "@vriddhi/core/run/capital";
import { paise, rupees } from "@vriddhi/core/shared/money";
import type { Article } from "../article.ts";
import { computed, type Facts, fromMarket, given } from "../fact.ts";
import { drawCurves } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { count, decimal, exactMoney, money, percent, table } from "../format.ts";
import { CHOSEN } from "./records.ts";
import {
  ANGELONE,
  breakEvenRise,
  chargesOn,
  costBasisPoints,
  EXAMPLE,
  exampleAt,
  FYERS,
  ratePercent,
  ZERODHA,
} from "./trades.ts";

const example = exampleAt(ZERODHA);
const { charges } = example;
const LAKH = rupees(100_000);
const SIZES = [5_000, 10_000, 25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000].map(rupees);
/** Above it the cap of ₹20 an order counts, below it the percentage. */
const capStarts = Math.ceil((ZERODHA.brokerage.max * 10_000_000) / ZERODHA.brokerage.rate);

const fiveOrders = Array.from({ length: 5 }, () => ({
  side: "buy" as const,
  value: paise((EXAMPLE.quantity * EXAMPLE.buyPrice) / 5),
}));

const feeTable = table(
  ["Line of the contract note", "Rule", "Amount"],
  [
    [
      "Brokerage, two orders",
      `${percent(ratePercent(ZERODHA.brokerage.rate))}, at most ${money(ZERODHA.brokerage.max)} each`,
      exactMoney(charges.brokerage),
    ],
    [
      "Securities transaction tax",
      `${percent(ratePercent(ZERODHA.transactionTaxRate))} of the sale, whole rupees`,
      exactMoney(charges.transactionTax),
    ],
    ["Exchange", `${percent(ratePercent(ZERODHA.exchangeRate))} of both sides`, exactMoney(charges.exchange)],
    [
      "Investor protection fund",
      `${percent(ratePercent(ZERODHA.protectionFundRate))} of both sides`,
      exactMoney(charges.protectionFund),
    ],
    ["SEBI", `${percent(ratePercent(ZERODHA.regulatorRate))} of both sides`, exactMoney(charges.regulator)],
    ["Stamp duty", `${percent(ratePercent(ZERODHA.stampDutyRate))} of the purchase`, exactMoney(charges.stampDuty)],
    ["GST", `${ZERODHA.gstPercent}% of brokerage, exchange, fund and SEBI`, exactMoney(charges.gst)],
    ["**Together**", "", `**${exactMoney(charges.total)}**`],
  ],
);

const sizeTable = table(
  ["Value of each side", "Zerodha", "basis points", "Angel One, as assumed", "basis points"],
  SIZES.map((value) => [
    money(value),
    exactMoney(chargesOn(value, ZERODHA)),
    decimal(costBasisPoints(value, ZERODHA), 1),
    exactMoney(chargesOn(value, ANGELONE)),
    decimal(costBasisPoints(value, ANGELONE), 1),
  ]),
);

const small = { quantity: 1, buyPrice: rupees(450), sellPrice: rupees(455) };
const flat: Tariff = { ...ZERODHA, brokerage: { rate: 0, min: rupees(20), max: rupees(20) } };
const squareOff = paise(tariffOf("zerodha").squareOffFee * (1 + ZERODHA.gstPercent / 100));
const monthly = bandAt(1).prices.MONTHLY;
const tradesPerYear = CHOSEN.tradesPerMonth * 12;
const yearly = Math.round(tradesPerYear * chargesOn(LAKH, ZERODHA));
const rise = breakEvenRise(EXAMPLE.quantity, EXAMPLE.buyPrice, tickSizeAt(EXAMPLE.sellPrice), ZERODHA);

const facts: Facts = {
  quantity: given(count(EXAMPLE.quantity)),
  buy_price: given(money(EXAMPLE.buyPrice)),
  sell_price: given(money(EXAMPLE.sellPrice)),
  gross: computed(money(example.gross)),
  fee_table: computed(feeTable),
  total: computed(exactMoney(charges.total)),
  net: computed(exactMoney(example.net)),
  fyers_gst: computed(exactMoney(exampleAt(FYERS).charges.gst)),
  fyers_total: computed(exactMoney(exampleAt(FYERS).charges.total)),
  total_percent: computed(percent((charges.total / example.gross) * 100, 1)),
  cap: computed(money(ZERODHA.brokerage.max)),
  brokerage_rate: computed(percent(ratePercent(ZERODHA.brokerage.rate))),
  stt_rate: computed(percent(ratePercent(ZERODHA.transactionTaxRate))),
  stamp_rate: computed(percent(ratePercent(ZERODHA.stampDutyRate))),
  gst_rate: computed(percent(ZERODHA.gstPercent)),
  five_orders: computed(money(chargesOfDay(fiveOrders, ZERODHA).brokerage)),
  cap_starts: computed(money(Math.round(capStarts / 100) * 100)),
  size_table: computed(sizeTable),
  lakh: given(money(LAKH)),
  lakh_bps: computed(decimal(costBasisPoints(LAKH, ZERODHA), 1)),
  ten_lakh_bps: computed(decimal(costBasisPoints(rupees(1_000_000), ZERODHA), 1)),
  small_bps: computed(decimal(costBasisPoints(rupees(50_000), ZERODHA), 1)),
  angel_rate: computed(percent(ratePercent(ANGELONE.brokerage.rate))),
  angel_floor: computed(money(ANGELONE.brokerage.min)),
  one_bps: given("0.01%"),
  rise: computed(money(rise)),
  capital_min: computed(money(CAPITAL_MIN)),
  small_buy: given(money(small.buyPrice)),
  small_sell: given(money(small.sellPrice)),
  small_gross: computed(money(small.sellPrice - small.buyPrice)),
  small_percent: computed(exactMoney(judgeRoundTrip(small, ZERODHA).charges.total)),
  small_floor: computed(exactMoney(judgeRoundTrip(small, ANGELONE).charges.total)),
  small_flat: computed(exactMoney(judgeRoundTrip(small, flat).charges.total)),
  square_off: fromMarket(money(squareOff), "one auto square-off Rs 59"),
  square_off_fee: computed(money(ZERODHA.squareOffFee)),
  square_off_share: computed(percent(Math.round((squareOff / CAPITAL_MIN) * 100))),
  trades_a_month: computed(decimal(CHOSEN.tradesPerMonth, 1)),
  yearly: computed(money(Math.round(yearly / rupees(100)) * rupees(100))),
  yearly_share: computed(percent((yearly / LAKH) * 100, 1)),
  plan: computed(money(monthly)),
  plan_band: computed(money(bandAt(1).band)),
  plan_share: computed(percent((monthly / bandAt(1).band) * 100, 1)),
  plan_a_trade: computed(money(Math.round(monthly / CHOSEN.tradesPerMonth / 100) * 100)),
};

const CURVE_SIZES = Array.from({ length: 61 }, (_, step) => rupees(Math.round(5_000 * 200 ** (step / 60))));

const costsBySize: Figure = {
  name: "costs-by-size",
  alt: `Charges of a round trip by the value of each side. At Zerodha they fall from ${decimal(costBasisPoints(rupees(50_000), ZERODHA), 1)} basis points at ₹50,000 to ${decimal(costBasisPoints(rupees(1_000_000), ZERODHA), 1)} at ₹10,00,000; with a floor of ${money(ANGELONE.brokerage.min)} an order small trades cost several times as much.`,
  draw: (frame) =>
    drawCurves(frame, {
      words: { title: "Small trades pay more", unit: "Charges of a round trip, basis points" },
      curves: [
        {
          label: "Angel One, as assumed",
          narrowLabel: "Angel One, assumed",
          stroke: INK.blue,
          points: CURVE_SIZES.map((value) => [value, costBasisPoints(value, ANGELONE)]),
        },
        {
          label: "Zerodha",
          stroke: INK.gold,
          points: CURVE_SIZES.map((value) => [value, costBasisPoints(value, ZERODHA)]),
        },
      ],
      x: { from: rupees(5_000), to: rupees(1_000_000), isLog: true },
      y: { from: 0, to: 30 },
      xMarks: [
        [rupees(5_000), "₹5,000"],
        [rupees(20_000), "₹20,000"],
        [rupees(100_000), "₹1 lakh"],
        [rupees(500_000), "₹5 lakh"],
      ],
      yMarks: [0, 10, 20, 30],
      yText: String,
      foot: "Value of each side",
      names: "legend",
    }),
};

export const intradayCosts: Article = { slug: "intraday-costs-to-the-paisa", facts, figures: [costsBySize] };
