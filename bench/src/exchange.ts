import { measureFullDay, measureMatching, measureOrders, measureSparseDay } from "@vriddhi/sandbox/exchange/measure";
import { median, type Row } from "./report.ts";

const ROUNDS = 5;
const ORDERS_PER_SECOND_MIN = 100_000;
const SPARSE_DAY_MAX_MS = 300;
const FULL_DAY_MAX_MS = 5_000;

function millisecondsOf(work: () => unknown): number {
  work(); // warms up
  const rounds = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return median(rounds);
}

const atMost = (benchmark: string, measuredMs: number, maxMs: number): Row => ({
  benchmark,
  measured: `${measuredMs.toFixed(0)} ms`,
  target: `≤ ${maxMs} ms`,
  verdict: measuredMs <= maxMs ? "PASS" : "FAIL",
});

/** The simulated exchange by itself, in this process. */
export async function benchExchange(): Promise<readonly Row[]> {
  const { orders } = measureMatching();
  const perSecond = (orders / millisecondsOf(measureMatching)) * 1_000;
  const whole = (measureOrders().orders / millisecondsOf(measureOrders)) * 1_000;
  return [
    {
      benchmark: "exchange: bare matching",
      measured: `${Math.round(perSecond / 1_000)} k orders/s`,
      target: `≥ ${ORDERS_PER_SECOND_MIN / 1_000} k`,
      verdict: perSecond >= ORDERS_PER_SECOND_MIN ? "PASS" : "FAIL",
    },
    {
      benchmark: "exchange: orders with checks, margin and history",
      measured: `${Math.round(whole / 1_000)} k orders/s`,
      target: "–",
      verdict: "–",
    },
    atMost("exchange: sparse day, 60 symbols", millisecondsOf(measureSparseDay), SPARSE_DAY_MAX_MS),
    atMost("exchange: full day, 60 symbols", millisecondsOf(measureFullDay), FULL_DAY_MAX_MS),
  ];
}
