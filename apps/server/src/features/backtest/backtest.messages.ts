import { BACKTEST_LIMITS, type RequestFault } from "@vriddhi/core/backtest/backtest-request";
import type { Messages } from "../../platform/http/handler.ts";

export const backtestMessages: Messages<"backtests_full" | "backtest_unknown"> = {
  backtests_full: `There are ${BACKTEST_LIMITS.waiting} back-tests waiting already. Cancel one, or wait for the first to end.`,
  backtest_unknown: "This back-test is not known: newer ones took its place. Start it again.",
};

export const requestFaults: Readonly<Record<RequestFault, string>> = {
  backwards: "The period ends before it begins.",
  too_early: `The period begins before ${BACKTEST_LIMITS.earliest}.`,
  too_long: `A back-test covers at most ${BACKTEST_LIMITS.years} years.`,
  too_many_bars: `Shares times years are at most ${BACKTEST_LIMITS.shareYears}: choose fewer shares or a shorter period.`,
  twice: "A share is named twice.",
};

export const noBarsOf = (symbols: readonly string[]): string => `No folder of bar files holds ${symbols.join(", ")}.`;

export const unknownFolder = (name: string): string => `There is no folder of bar files called ${name}.`;

export const failures = {
  restarted: "The server was restarted before the back-test had ended. Start it again.",
  ended: "The back-test ended without a result. The server's log says more.",
  tooLong: "The back-test took longer than half an hour and was ended.",
  tooMuch: "The back-test wrote more than can be shown and was ended.",
  unreadable: "The back-test gave a result that cannot be read. The server's log says more.",
} as const;
