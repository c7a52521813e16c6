import { GST_PERCENT } from "@vriddhi/core/billing/gst";
import { bandAt } from "@vriddhi/core/billing/plans";
import { judgeRoundTrip } from "@vriddhi/core/charges/charges";
import { paise, rupees } from "@vriddhi/core/shared/money";
import type { Article } from "../article.ts";
import { computed, type Facts, fromMarket, given } from "../fact.ts";
import { drawRows } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { count, exactMoney, money, percent, table } from "../format.ts";
import { EXAMPLE, exampleAt, ratePercent, ZERODHA } from "./trades.ts";

const { gross, net, charges } = exampleAt(ZERODHA);
const toGovernment = charges.transactionTax + charges.stampDuty + charges.gst;
const loss = judgeRoundTrip(
  { quantity: EXAMPLE.quantity, buyPrice: EXAMPLE.sellPrice, sellPrice: EXAMPLE.buyPrice },
  ZERODHA,
);
const lossTaxes = loss.charges.transactionTax + loss.charges.stampDuty + loss.charges.gst;
const plan = bandAt(1).prices.MONTHLY;
const planGst = paise(Math.round((plan * GST_PERCENT) / (100 + GST_PERCENT)));
const SLAB = 0.2;
const onProfit = paise(Math.round(net * SLAB));

const YEAR = { won: rupees(90_000), lost: rupees(70_000), charges: rupees(15_000) };
const yearProfit = YEAR.won - YEAR.lost - YEAR.charges;
const BAD = { won: rupees(50_000), lost: rupees(60_000), charges: rupees(15_000), salary: rupees(900_000) };
const badLoss = BAD.won - BAD.lost - BAD.charges;

const taxTable = table(
  ["Tax", "Rate", "On what", "In the example"],
  [
    [
      "Securities transaction tax",
      percent(ratePercent(ZERODHA.transactionTaxRate)),
      "what you sell",
      exactMoney(charges.transactionTax),
    ],
    ["Stamp duty", percent(ratePercent(ZERODHA.stampDutyRate)), "what you buy", exactMoney(charges.stampDuty)],
    ["GST", percent(ZERODHA.gstPercent), "brokerage and fees", exactMoney(charges.gst)],
    ["**Together**", "", "", `**${exactMoney(toGovernment)}**`],
  ],
);

const facts: Facts = {
  quantity: given(count(EXAMPLE.quantity)),
  buy_price: given(money(EXAMPLE.buyPrice)),
  sell_price: given(money(EXAMPLE.sellPrice)),
  gross: computed(money(gross)),
  net: computed(exactMoney(net)),
  tax_table: computed(taxTable),
  all_charges: computed(exactMoney(charges.total)),
  loss_gross: computed(money(-loss.gross)),
  loss_net: computed(exactMoney(-loss.net)),
  loss_taxes: computed(exactMoney(lossTaxes)),
  stt_rate: computed(percent(ratePercent(ZERODHA.transactionTaxRate))),
  stt: computed(exactMoney(charges.transactionTax)),
  gst_rate: computed(percent(ZERODHA.gstPercent)),
  half_rate: fromMarket("9%", "GST 18% (9+9 in state, 18 IGST otherwise)"),
  slab: given(percent(SLAB * 100)),
  on_profit: computed(exactMoney(onProfit)),
  after_all: computed(exactMoney(net - onProfit)),
  share_left: computed(percent(Math.round(((net - onProfit) / gross) * 100))),
  year_won: given(money(YEAR.won)),
  year_lost: given(money(YEAR.lost)),
  year_charges: given(money(YEAR.charges)),
  year_profit: computed(money(yearProfit)),
  year_turnover: computed(money(YEAR.won + YEAR.lost)),
  bad_won: given(money(BAD.won)),
  bad_lost: given(money(BAD.lost)),
  bad_charges: given(money(BAD.charges)),
  bad_loss: computed(money(-badLoss)),
  salary: given(money(BAD.salary)),
  plan: computed(money(plan)),
  plan_gst: computed(exactMoney(planGst)),
};

const ROWS = [
  {
    label: `Income tax at a slab of ${percent(SLAB * 100)}`,
    narrowLabel: `Income tax (${percent(SLAB * 100)})`,
    value: onProfit,
    fill: INK.gold,
  },
  { label: "Brokerage", value: charges.brokerage, fill: INK.blue },
  {
    label: "Securities transaction tax",
    narrowLabel: "Transaction tax",
    value: charges.transactionTax,
    fill: INK.gold,
  },
  { label: "GST", value: charges.gst, fill: INK.gold },
  {
    label: "Exchange, fund, SEBI",
    narrowLabel: "Exchange, SEBI",
    value: charges.exchange + charges.protectionFund + charges.regulator,
    fill: INK.blue,
  },
  { label: "Stamp duty", value: charges.stampDuty, fill: INK.gold },
] as const;

const whereItGoes: Figure = {
  name: "where-the-profit-goes",
  alt: `Of a gross profit of ${money(gross)}: ${ROWS.map(({ label, value }) => `${label} ${exactMoney(value)}`).join(", ")}. ${exactMoney(net - onProfit)} is left.`,
  draw: (frame) =>
    drawRows(
      frame,
      { title: `What leaves a profit of ${money(gross)}`, unit: "Gold goes to the state, blue to others" },
      ROWS.map((row) => ({ ...row, note: exactMoney(row.value) })),
      200 * 100,
      frame.isNarrow ? 10 : 16.4,
    ),
};

export const intradayTaxes: Article = { slug: "taxes-on-intraday-trading", facts, figures: [whereItGoes] };
