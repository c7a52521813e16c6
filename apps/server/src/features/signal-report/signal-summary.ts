import type { AccountOutcome, SignalSummary } from "./signal-report.store.ts";

interface Filled {
  readonly quantity: number;
  readonly price: number;
}

function pricesOf(fills: readonly Filled[], isBuy: boolean) {
  const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0);
  if (quantity === 0) return { bestPrice: null, worstPrice: null, meanPrice: null, priceDeviation: null };
  const mean = fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0) / quantity;
  const variance = fills.reduce((sum, fill) => sum + fill.quantity * (fill.price - mean) ** 2, 0) / quantity;
  const prices = fills.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return {
    bestPrice: isBuy ? low : high,
    worstPrice: isBuy ? high : low,
    meanPrice: mean,
    priceDeviation: Math.sqrt(variance),
  };
}

function reasonsOf(outcomes: readonly AccountOutcome[]): SignalSummary["reasons"] {
  const skipped = outcomes.filter(({ outcome }) => outcome === "skipped");
  return [...Map.groupBy(skipped, ({ reason }) => reason ?? "unknown")]
    .map(([reason, accounts]) => ({ reason, accounts: accounts.length }))
    .sort((a, b) => b.accounts - a.accounts || (a.reason < b.reason ? -1 : 1));
}

const countOf = (outcomes: readonly AccountOutcome[], wanted: AccountOutcome["outcome"]): number =>
  outcomes.filter(({ outcome }) => outcome === wanted).length;

export function summarise(outcomes: readonly AccountOutcome[], side: "buy" | "sell"): SignalSummary {
  const fills = outcomes.flatMap(({ filled, averagePrice }) =>
    filled !== null && filled > 0 && averagePrice !== null ? [{ quantity: filled, price: averagePrice }] : [],
  );
  const sent = outcomes.flatMap(({ sentAt }) => sentAt ?? []).sort((a, b) => a - b);
  const { bestPrice, worstPrice, meanPrice, priceDeviation } = pricesOf(fills, side === "buy");
  return {
    accounts: outcomes.length,
    orders: countOf(outcomes, "order"),
    skipped: countOf(outcomes, "skipped"),
    withoutOutcome: countOf(outcomes, "none"),
    firstSentAt: sent[0] ?? null,
    lastSentAt: sent.at(-1) ?? null,
    filledAccounts: fills.length,
    filledQuantity: fills.reduce((sum, { quantity }) => sum + quantity, 0),
    bestPrice,
    worstPrice,
    meanPrice,
    priceDeviation,
    reasons: reasonsOf(outcomes),
  };
}
