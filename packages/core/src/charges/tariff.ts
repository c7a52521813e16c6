import type { BrokerName } from "../broker/broker-name.ts";
import type { TradingBroker } from "../broker/trading-broker.ts";
import { type Paise, paise, rupees } from "../shared/money.ts";

/** Rates are parts of ten million, so that 0.00297 % is the whole number 297. */
export const RATE_SCALE = 10_000_000;

/** What a broker takes for one executed order. */
export interface BrokerageRule {
  readonly rate: number;
  readonly min: Paise;
  readonly max: Paise;
}

/** What intraday trading in NSE shares costs at one broker. */
export interface Tariff {
  readonly brokerage: BrokerageRule;
  /** For each order by which the broker closes what was left open; on top of the brokerage. */
  readonly squareOffFee: Paise;
  /** Securities transaction tax, on what is sold. */
  readonly transactionTaxRate: number;
  readonly exchangeRate: number;
  /** The exchange's investor protection fund. */
  readonly protectionFundRate: number;
  readonly regulatorRate: number;
  /** On what is bought. */
  readonly stampDutyRate: number;
  readonly gstPercent: number;
  readonly isGstOnRegulatorFee: boolean;
}

const zerodha: Tariff = {
  brokerage: { rate: 3_000, min: paise(0), max: rupees(20) },
  squareOffFee: rupees(50),
  transactionTaxRate: 2_500,
  exchangeRate: 297,
  protectionFundRate: 10,
  regulatorRate: 10,
  stampDutyRate: 300,
  gstPercent: 18,
  isGstOnRegulatorFee: true,
};

/** The pages about Angel One disagree; the dearest figures of those that name a cap are assumed. */
const angelone: Tariff = {
  ...zerodha,
  brokerage: { rate: 10_000, min: rupees(5), max: rupees(20) },
  squareOffFee: rupees(20),
};

const fyers: Tariff = { ...zerodha, isGstOnRegulatorFee: false };

const tariffs: Readonly<Record<BrokerName, Tariff>> = { zerodha, angelone, fyers };

/** On paper an order costs what it would at Zerodha. */
export const tariffOf = (broker: TradingBroker): Tariff => tariffs[broker === "paper" ? "zerodha" : broker];
