import { EXIT_SETTINGS, type ExitSettings } from "@vriddhi/core/exit/exit-model";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";

/** Within this time the supervisor's watchdog kills a process that is paused, hangs or is too busy. */
export const PROCESS_SILENT_MAX_MS = 61 * SECOND_MS;
/** Within this time a worker ends a sending thread that hangs. */
export const THREAD_SILENT_MAX_MS = 15 * SECOND_MS;
/** The database's clock may jump by this much, e.g. to the clock of another node. */
const CLOCK_JUMP_MAX_MS = 10 * SECOND_MS;

/**
 * Another worker covers the accounts of one whose lease ran out this long ago by the database's clock. Until the lease
 * ends the owner may begin calls; a call begun before can leave late only while its process or its thread is paused.
 */
export const TAKE_OVER_AFTER_MS = Math.max(PROCESS_SILENT_MAX_MS, THREAD_SILENT_MAX_MS) + CLOCK_JUMP_MAX_MS;

export interface ExecutorSettings {
  readonly exit: ExitSettings;
  /** A position without its stop for longer raises an alert; a broker usually answers a placing sooner. */
  readonly nakedAlertAfterMs: number;
  readonly leaseMs: number;
  readonly leaseRenewMs: number;
  /** Every process applies a block within this time, with or without a notification. */
  readonly blockPollMs: number;
  /** Book interval while something should trade or a change was requested. */
  readonly bookWorkingMs: number;
  /** Book interval while a stop rests and order updates are connected. */
  readonly bookRestingMs: number;
  /** The same without order updates: an end by the exchange must be known within two seconds. */
  readonly bookWithoutUpdatesMs: number;
  /** Minimum gap between two book reads of an account. */
  readonly bookApartMs: number;
  /** Interval of looks while something is open. */
  readonly lookEveryMs: number;
  /** Retry interval of the trade book for a fill that is known by its average only. */
  readonly fillsEveryMs: number;
  readonly accessRetryMs: number;
  /** Minimum pause before an unsent order is sent again. */
  readonly resendMs: number;
  /** Accounts of a share that receive its price at once; for the others the daily stop is evaluated first. */
  readonly firstBatchMax: number;
  /** Minimum gap between price-driven turns of an account. */
  readonly priceTurnMs: number;
  /** Price step that wakes an account whose stops rest, in hundredths of a percent. */
  readonly priceStepBasisPoints: number;
  /** Interval of the shared phase check: a market clock may run faster than timers. */
  readonly phaseCheckEveryMs: number;
  /** Maximum gap between decisions while something is open. */
  readonly turnEveryMs: number;
  readonly storeRetryMs: number;
  readonly storeRetryMaxMs: number;
  /** Concurrent turns that may wait for the store; they share few statements. */
  readonly turnsAtOnceMax: number;
  /** Concurrent book reads: about as many as there are connections. */
  readonly readsAtOnceMax: number;
}

export const EXECUTOR_SETTINGS: ExecutorSettings = {
  exit: EXIT_SETTINGS,
  nakedAlertAfterMs: 10 * SECOND_MS,
  leaseMs: 10 * SECOND_MS,
  leaseRenewMs: 3 * SECOND_MS,
  blockPollMs: 250,
  bookWorkingMs: SECOND_MS,
  bookRestingMs: 10 * SECOND_MS,
  bookWithoutUpdatesMs: 1_400,
  bookApartMs: 200,
  lookEveryMs: MINUTE_MS,
  fillsEveryMs: 5 * SECOND_MS,
  accessRetryMs: 2 * SECOND_MS,
  resendMs: 250,
  firstBatchMax: 64,
  priceTurnMs: 250,
  priceStepBasisPoints: 10,
  phaseCheckEveryMs: SECOND_MS,
  turnEveryMs: 5 * SECOND_MS,
  storeRetryMs: 250,
  storeRetryMaxMs: 5 * SECOND_MS,
  turnsAtOnceMax: 512,
  readsAtOnceMax: 96,
};
