import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { RATE_SCALE, type Tariff, tariffOf } from "@vriddhi/core/charges/tariff";
import { formatPaise } from "../../lib/format.ts";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.result.rates;
const PERCENT = 100;
/** 0.00297% has five. */
const DIGITS = 5;

const percentOf = (rate: number): string => `${Number(((rate * PERCENT) / RATE_SCALE).toFixed(DIGITS))}%`;

const ASSUMED: Partial<Record<TradingBroker, string>> = {
  angelone: "; Angel One's pages differ, and this is the dearest they name, so your note may show less",
};

function brokerageRate({ brokerage: { rate, min, max } }: Tariff): string {
  return texts.brokerage(percentOf(rate), min === 0 ? null : formatPaise(min), formatPaise(max));
}

/** The rate of each charge of the day, so that it can be checked by hand. */
export function chargeRatesOf(broker: TradingBroker) {
  const tariff = tariffOf(broker);
  return {
    brokerage: `${brokerageRate(tariff)}${ASSUMED[broker] ?? ""}`,
    tax: texts.ofSale(percentOf(tariff.transactionTaxRate)),
    // Two charges, each rounded to the paisa: their sum is not the charge of the sum of both rates.
    exchange: texts.ofAll(`${percentOf(tariff.exchangeRate)} and ${percentOf(tariff.protectionFundRate)}`),
    regulator: texts.ofAll(percentOf(tariff.regulatorRate)),
    stamp: texts.ofPurchase(percentOf(tariff.stampDutyRate)),
    gst: texts.gst(tariff.gstPercent, tariff.isGstOnRegulatorFee),
  };
}
