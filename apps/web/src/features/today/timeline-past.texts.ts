/** Reasons of the order path as sentences. An unknown reason is not shown. */
export const closeReasons: Readonly<Record<string, string>> = {
  target: "The target was reached.",
  square_off: "Everything is closed before the exchange ends the day.",
  daily_stop: "Your daily stop was reached.",
  // By the user or by the operator: the note of the block says who.
  kill_switch: "All trading was stopped.",
  run_stopped: "Your run was stopped.",
  late_appearance: "The order appeared at the broker after we had given it up, so we close it.",
  feed_silent: "Prices were silent for too long.",
  stop_passed: "The price had passed the stop.",
  naked: "The stop could not be placed.",
};

export const exitCauses: Readonly<Record<string, string>> = {
  protect: "Protects the trade. It stays at the broker even if we are offline.",
  follow_fill: "Follows what was filled.",
  reprice: "Follows the price, so that it fills.",
  circuit: "Waits at the day's price limit.",
  closed_outside: "A part was closed outside Vriddhi.",
  one_exit: "One exit works at a time.",
  ...closeReasons,
};

export const orderReasons: Readonly<Record<string, string>> = {
  answer_lost: "The broker's answer is missing. We look it up and never send twice.",
  process_restarted: "We were interrupted while sending. We look it up and never send twice.",
  not_found_in_clean_scans: "The broker never had it. Nothing was traded.",
  never_appeared: "The broker never had it. Nothing was traded.",
  refused_by_broker: "The broker refused it.",
  ended_by_broker: "The broker ended it.",
  taken_back: "We cancelled it.",
  valid_until_passed: "It came too late and was not sent.",
  day_ended: "The day ended.",
  blocked: "Entries were stopped.",
  declined: "You declined it.",
  approval_lapsed: "No answer came within 15 seconds.",
  price_moved: "The price had moved too far.",
  nothing_left: "Nothing was left to trade.",
  appeared_late: "It appeared at the broker after we had given it up.",
  circuit: "It waits at the day's price limit.",
  not_flat_in_time: "It was not filled in time.",
  refused_repeatedly: "The broker refused it again and again.",
  oversold: "The broker shows fewer shares than our record.",
  broker_square_off: "The broker closes it automatically.",
};

const blockCauses: Readonly<Record<string, string>> = {
  kill_switch: "You pressed Stop everything.",
  run_stopped: "Your run was stopped.",
  page_absent: "No page of yours was open, and Background Mode is off.",
  operator: "The operator stopped trading.",
};

export const timelineTexts = {
  runStarted: (broker: string) => `Run started at ${broker}`,
  paperRunStarted: "Paper run started",
  runStartedBody: (capital: string, isManual: boolean) =>
    isManual ? `${capital}. Each entry waits for your approval.` : `${capital}, approved for the day.`,
  runStopped: "Run ended",
  signal: (verb: string, symbol: string) => `Signal: ${verb} ${symbol}`,
  skipped: (symbol: string) => `Not followed: ${symbol}`,
  entry: "Order sent",
  entryWaits: "Order waits for your approval",
  entryBody: (verb: string, quantity: number, symbol: string, limit: string) =>
    `${verb} ${quantity} ${symbol}, limit ${limit}.`,
  stop: (broker: string) => `Stop placed at ${broker}`,
  paperStop: "Paper stop set",
  paperStopWhy: "Protects the trade on paper. No broker is involved.",
  stopBody: (verb: string, quantity: number, price: string) => `${verb} ${quantity} at ${price}.`,
  exit: "Exit sent",
  ended: { rejected: "Order refused", expired: "Order not sent", abandoned: "Order given up" },
  filled: (quantity: number, price: string) => `Filled ${quantity} at ${price}`,
  traded: (verb: string, quantity: number, symbol: string, price: string) =>
    `${verb} ${quantity} ${symbol} at ${price}`,
  notes: {
    position_closing: "Closing the trade",
    position_naked: "The trade is without its stop",
    position_stuck: "No buyer or seller at this price",
    position_handed_over: "Handed over to the broker",
    position_flat: "Flat, proved",
    closed_outside: "You closed a part yourself",
    closed_by_broker: "The broker closed it",
    daily_stop_hit: "Daily stop reached",
    blocked: "New entries stopped",
    unblocked: "Entries are allowed again",
    session_lost: "The broker ended your session",
    broker_differs: "The broker's book differs from ours",
    day_closed: "Records compared, day closed",
  },
  noteBodies: {
    position_stuck: "The order waits at the day's price limit.",
    position_handed_over: "The broker squares it off automatically.",
    daily_stop_hit: "We close what is open and lock until tomorrow.",
    session_lost: "Log in again, so that orders can be sent.",
    position_naked: "We place it again at once, or close the trade.",
    broker_differs: "We are checking. Your broker's record decides.",
  } as Readonly<Record<string, string>>,
  blockCauses,
  nakedCauses: {
    not_placed: "It is not placed yet.",
    not_answered: "Your broker has not confirmed it.",
    refused: "Your broker refused it.",
    taken_away: "It was cancelled at your broker.",
    part_only: "It covers a part of the trade only.",
  } as Readonly<Record<string, string>>,
} as const;
