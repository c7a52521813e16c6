import { freePort, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import type { Benchmark } from "../benchmark.ts";
import { startDatabase } from "../load-process.ts";
import { cpuMsOf } from "../process-cpu.ts";
import { judge, median } from "../report.ts";

const TIME_MAX = 8;
const CPU_MAX = 20;
const ROUNDS = 5;

interface Start {
  readonly tookMs: number;
  readonly cpuMs: number;
}

async function costOf(start: () => Promise<{ readonly pid: number; stop(): Promise<void> }>): Promise<Start> {
  const startedAt = performance.now();
  const started = await start();
  const cost = { tookMs: performance.now() - startedAt, cpuMs: cpuMsOf(started.pid) };
  await started.stop();
  return cost;
}

/** From the command to the ready line, with everything installed and built, beside Node and PostgreSQL alone. */
export const benchStart: Benchmark = async (isQuick) => {
  const [data, bareData] = [makeDataDir(), makeDataDir()];
  const env = { DATA_DIR: data.path, PORT: String(await freePort()), HOME: process.env["HOME"], LOG_LEVEL: "error" };
  const product = () => costOf(() => startChild("tools/start.mjs", [], env));
  const bare = () => costOf(() => startDatabase(bareData.path));
  try {
    await product();
    await bare();
    const rounds: { readonly product: Start; readonly bare: Start }[] = [];
    for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1)
      rounds.push({ bare: await bare(), product: await product() });
    const row = (name: string, of: keyof Start, atMost: number) => {
      const ratio = median(rounds.map((round) => round.product[of] / round.bare[of]));
      const seconds = (which: "product" | "bare") =>
        (median(rounds.map((round) => round[which][of])) / 1_000).toFixed(2);
      return judge(
        `start: second start, ${name} / bare pair`,
        ratio,
        { atMost },
        `${seconds("product")} of ${seconds("bare")} s`,
      );
    };
    return [row("time", "tookMs", TIME_MAX), row("CPU", "cpuMs", CPU_MAX)];
  } finally {
    for (const each of [data, bareData]) each.remove();
  }
};
