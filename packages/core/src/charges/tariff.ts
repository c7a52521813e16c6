import type { BrokerName } from "../broker/broker-name.ts";
import type { TradingBroker } from "../broker/trading-broker.ts";
import { type Paise, paise, rupees } from "../shared/money.ts";

/** Rates are parts of ten million, so that 0.00297 % is the whole number 297. */
export const RATE_SCALE = 10_000_000;

export interface BrokerageRule {
  readonly rate: number;
  readonly min: Paise;
  readonly max: Paise;
}

export interface Tariff {
  readonly brokerage: BrokerageRule;
  /** Per square-off order of the broker, on top of the brokerage. */
  readonly squareOffFee: Paise;
  /** Securities transaction tax, on sales. */
  readonly transactionTaxRate: number;
  readonly exchangeRate: number;
  /** The exchange's investor protection fund. */
  readonly protectionFundRate: number;
  readonly regulatorRate: number;
  /** On purchases. */
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

/** Angel One's pages disagree; assumes the highest figures among those that name a cap. */
const angelone: Tariff = {
  ...zerodha,
  brokerage: { rate: 10_000, min: rupees(5), max: rupees(20) },
  squareOffFee: rupees(20),
};

const fyers: Tariff = { ...zerodha, isGstOnRegulatorFee: false };

const tariffs: Readonly<Record<BrokerName, Tariff>> = { zerodha, angelone, fyers };

/** Paper orders cost the same as at Zerodha. */
export const tariffOf = (broker: TradingBroker): Tariff => tariffs[broker === "paper" ? "zerodha" : broker];
