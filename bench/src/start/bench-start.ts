import { freePort, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import type { Row } from "../report.ts";

const SECOND_START_MAX_MS = 8_000;

/** From the command to the line that says it is usable, when everything is installed, built and created already. */
export async function benchStart(): Promise<readonly Row[]> {
  const data = makeDataDir();
  const env = { DATA_DIR: data.path, PORT: String(await freePort()), HOME: process.env["HOME"] };
  const timeStart = async () => {
    const startedAt = performance.now();
    const server = await startChild("tools/start.mjs", [], env);
    const tookMs = performance.now() - startedAt;
    await server.stop();
    return tookMs;
  };
  try {
    const firstMs = await timeStart();
    const secondMs = await timeStart();
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    return [
      {
        benchmark: "start: first (creates the database, may build the web)",
        measured: seconds(firstMs),
        target: "–",
        verdict: "–",
      },
      {
        benchmark: "start: second",
        measured: seconds(secondMs),
        target: `≤ ${seconds(SECOND_START_MAX_MS)}`,
        verdict: secondMs <= SECOND_START_MAX_MS ? "PASS" : "FAIL",
      },
    ];
  } finally {
    data.remove();
  }
}
