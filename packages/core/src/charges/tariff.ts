import type { BrokerName } from "../broker/broker-name.ts";
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
  transactionTaxRate: 2_500,
  exchangeRate: 297,
  protectionFundRate: 10,
  regulatorRate: 10,
  stampDutyRate: 300,
  gstPercent: 18,
  isGstOnRegulatorFee: true,
};

/** The pages about Angel One's brokerage disagree; the dearest of them that names a cap is assumed. */
const angelone: Tariff = { ...zerodha, brokerage: { rate: 10_000, min: rupees(5), max: rupees(20) } };

const fyers: Tariff = { ...zerodha, isGstOnRegulatorFee: false };

const tariffs: Readonly<Record<BrokerName, Tariff>> = { zerodha, angelone, fyers };

export const tariffOf = (broker: BrokerName): Tariff => tariffs[broker];
