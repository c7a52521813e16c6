import type { Drift } from "@vriddhi/core/strategy/drift";

export interface DriftWords extends Drift {
  readonly fills: number;
  readonly slippageBasisPoints: number | null;
  readonly minutesMissed: number;
  /** Minutes missing in the recording: one is enough to skip the comparison. */
  readonly minutesUnrecorded: number;
}

const minutesText = (count: number): string => (count === 1 ? "One minute" : `${count} minutes`);

const decisionsText = ({ same, missed, extra, minutesUnrecorded }: DriftWords): string => {
  if (minutesUnrecorded > 0)
    return `${minutesText(minutesUnrecorded)} of the morning could not be recorded in full, so it cannot be replayed.`;
  if (missed > 0 && extra > 0) return "Replaying the recorded prices gave another trade than the one that was made.";
  if (missed > 0) return "Replaying the recorded prices gave a trade that was not made.";
  if (extra > 0) return "Replaying the recorded prices did not give the trade that was made.";
  if (same > 0) return "Replaying the recorded prices gave the same trade.";
  return "No share was good enough to trade, and replaying the recorded prices gave the same.";
};

const percentText = (basisPoints: number): string => `${(Math.abs(basisPoints) / 100).toFixed(2)}%`;

function slippageText({ fills, slippageBasisPoints }: DriftWords): string {
  if (slippageBasisPoints === null) return "";
  const way = slippageBasisPoints > 0 ? "worse" : "better";
  const orders = fills === 1 ? "One order was" : `${fills} orders were`;
  if (percentText(slippageBasisPoints) === percentText(0)) return ` ${orders} filled at the signal's price on average.`;
  return ` ${orders} filled ${percentText(slippageBasisPoints)} ${way} than the signal's price on average.`;
}

const gapText = ({ minutesMissed }: DriftWords): string => {
  if (minutesMissed === 0) return "";
  return ` ${minutesText(minutesMissed)} of market prices were not received in full.`;
};

export const driftSentence = (words: DriftWords): string =>
  `${decisionsText(words)}${slippageText(words)}${gapText(words)}`;
