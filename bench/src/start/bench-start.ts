import { freePort, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import type { Benchmark } from "../benchmark.ts";
import { startDatabase } from "../load-process.ts";
import { judge, median } from "../report.ts";

const RATIO_MAX = 8;
const ROUNDS = 5;

/** Milliseconds until `start` is ready. */
async function timeOf(start: () => Promise<{ stop(): Promise<void> }>): Promise<number> {
  const startedAt = performance.now();
  const started = await start();
  const tookMs = performance.now() - startedAt;
  await started.stop();
  return tookMs;
}

/** From the command to the line that says it is usable, when all is installed and built, beside Node and PostgreSQL alone. */
export const benchStart: Benchmark = async (isQuick) => {
  const [data, bareData] = [makeDataDir(), makeDataDir()];
  const env = { DATA_DIR: data.path, PORT: String(await freePort()), HOME: process.env["HOME"] };
  const product = () => timeOf(() => startChild("tools/start.mjs", [], env));
  const bare = () => timeOf(() => startDatabase(bareData.path));
  try {
    await product();
    await bare();
    const rounds: { readonly product: number; readonly bare: number }[] = [];
    for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1)
      rounds.push({ bare: await bare(), product: await product() });
    const ratio = median(rounds.map((round) => round.product / round.bare));
    const seconds = (name: "product" | "bare") => (median(rounds.map((round) => round[name])) / 1_000).toFixed(2);
    const beside = `${seconds("product")} against ${seconds("bare")} s`;
    return [judge("start: second start / bare Node and PostgreSQL", ratio, { atMost: RATIO_MAX }, beside)];
  } finally {
    for (const each of [data, bareData]) each.remove();
  }
};
