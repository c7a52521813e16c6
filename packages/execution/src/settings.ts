import { EXIT_SETTINGS, type ExitSettings } from "@vriddhi/core/exit/exit-model";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";

/** How often the order path looks and how long it waits; the rules themselves stand in core. */
export interface ExecutorSettings {
  readonly exit: ExitSettings;
  /** A position that is without its stop for longer raises an alarm: a broker answers a placing sooner. */
  readonly nakedToldAfterMs: number;
  readonly leaseMs: number;
  readonly leaseRenewMs: number;
  /** Every process knows of a block within this time, whether it was told or not. */
  readonly blockPollMs: number;
  /** How often the book is read while something should trade or was asked for. */
  readonly bookWorkingMs: number;
  /** How often the book is read while a stop rests and the broker's order updates are heard. */
  readonly bookRestingMs: number;
  /** The same while they are not: what the exchange ends must be known within two seconds. */
  readonly bookUnheardMs: number;
  /** Two reads of an account do not follow each other faster, whatever is heard. */
  readonly bookApartMs: number;
  /** How often book and position are compared while something is open. */
  readonly lookEveryMs: number;
  /** How soon the trade book is read again for a fill that is known by its average only. */
  readonly fillsEveryMs: number;
  /** An account without a session is asked for one again after this. */
  readonly accessRetryMs: number;
  /** What was proved unsent is not handed over again sooner. */
  readonly resendMs: number;
  /** So many accounts in a share hear of its price at once and decide; of the others the day's losses are judged first. */
  readonly firstToldMax: number;
  /** Prices wake an account no more often. */
  readonly priceTurnMs: number;
  /** How far a price moves before it wakes an account whose stops rest, in hundredths of a percent. */
  readonly priceStepBasisPoints: number;
  /** How often accounts that sleep are shown the part of the day: a market clock may run faster. */
  readonly eyesEveryMs: number;
  /** While something is open an account decides anew at least so often, although it has heard nothing. */
  readonly turnEveryMs: number;
  readonly storeRetryMs: number;
  readonly storeRetryMaxMs: number;
  /** Accounts whose turns may wait for the store at once: so many leave in few statements. */
  readonly turnsAtOnceMax: number;
  /** Reads of books that may be under way at once: about as many as there are connections for them. */
  readonly readsAtOnceMax: number;
}

export const EXECUTOR_SETTINGS: ExecutorSettings = {
  exit: EXIT_SETTINGS,
  nakedToldAfterMs: 10 * SECOND_MS,
  leaseMs: 10 * SECOND_MS,
  leaseRenewMs: 3 * SECOND_MS,
  blockPollMs: 250,
  bookWorkingMs: SECOND_MS,
  bookRestingMs: 10 * SECOND_MS,
  bookUnheardMs: 1_400,
  bookApartMs: 200,
  lookEveryMs: MINUTE_MS,
  fillsEveryMs: 5 * SECOND_MS,
  accessRetryMs: 2 * SECOND_MS,
  resendMs: 250,
  firstToldMax: 64,
  priceTurnMs: 250,
  priceStepBasisPoints: 10,
  eyesEveryMs: SECOND_MS,
  turnEveryMs: 5 * SECOND_MS,
  storeRetryMs: 250,
  storeRetryMaxMs: 5 * SECOND_MS,
  turnsAtOnceMax: 512,
  readsAtOnceMax: 96,
};
