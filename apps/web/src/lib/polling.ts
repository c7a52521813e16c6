/** How often a screen polls. Every interval of the product is here and nowhere else. */
export const POLL = {
  /** B4.2, B9.2: the Angel One and Zerodha trading screens */
  brokerAlgorithmMs: 5_000,
  /** B4.2, B9.2: the multi-broker page, broker statuses and the Angel One connection */
  multiBrokerMs: 10_000,
  adminBrokerStatusMs: 30_000,
  scheduledOrdersMs: 10_000,
  /** A payment that the bank has not confirmed yet */
  paymentMs: 5_000,
  backtestMs: 1_000,
  /** Today while a position is open, and otherwise; live events come in addition */
  openDayMs: 2_000,
  quietDayMs: 10_000,
  /** An entry that waits for approval, without a stream */
  approvalMs: 3_000,
  /** Whether everything is flat, after the kill switch */
  killSwitchMs: 1_000,
  /** A conversation with support, without a stream */
  supportMs: 15_000,
  deskHealthMs: 5_000,
  /** The public status page; the server reads every ten seconds at most */
  serviceStatusMs: 15_000,
  chartMs: 15_000,
  /** The clock of a simulated market that runs faster than this device's */
  fastMarketMs: 2_000,
  /** B9.7, C4.13: clocks and countdowns */
  clockMs: 1_000,
} as const;
