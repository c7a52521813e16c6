import { monitorEventLoopDelay } from "node:perf_hooks";
import { createAngelOneAdapter } from "@vriddhi/brokers/angelone/adapter";
import { readInstruments as readScripMaster } from "@vriddhi/brokers/angelone/instruments";
import { readInstruments as readSymbolMaster } from "@vriddhi/brokers/fyers/instruments";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import { startChild } from "@vriddhi/testing/child-process";
import { median, type Row } from "../report.ts";
import { makeScripMaster, makeSymbolMaster, SHARES } from "./make-lists.ts";

const CPU_MAX_MS = 3_000;
const DELAY_MAX_MS = 20;
/** Our reading, with every check, against the least that anybody could do with the same bytes. */
const JSON_RATIO_MAX = 1;
const CSV_RATIO_MAX = 10;
const ROUNDS = 5;

type AdapterOptions = Parameters<typeof createAngelOneAdapter>[0];

function timeOf(run: () => unknown): number {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
}

function ratioOf(ours: () => unknown, bare: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => timeOf(ours) / timeOf(bare));
  return median(rounds);
}

interface Fetched {
  readonly shares: number;
  readonly cpuMs: number;
  readonly delayMs: number;
}

/** The list over HTTP through the adapter, while this thread stands for the one that sends orders. */
async function fetchThroughAdapter(): Promise<Fetched> {
  const server = await startChild("bench/src/brokers/list-server.ts", [], {});
  const { url } = server;
  const urls = { apiUrl: url, scripMasterUrl: `${url}/list`, streamUrl: url, orderUpdateUrl: url };
  const random = { int: (min: number) => min } as unknown as AdapterOptions["random"];
  const clock = { now: () => Date.now() } as AdapterOptions["clock"];
  const adapter = createAngelOneAdapter({ ...urls, random, timers: realTimers, clock });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.cpuUsage();
  delay.enable();
  const listed = await adapter.instruments.list(null);
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  await adapter.close();
  await server.stop();
  if (!listed.ok) throw new Error(`the list was not read: ${JSON.stringify(listed.error)}`);
  return { shares: listed.value.length, cpuMs: (user + system) / 1_000, delayMs: delay.percentile(99) / 1_000_000 };
}

const verdict = (isGood: boolean): Row["verdict"] => (isGood ? "PASS" : "FAIL");

/** Sixty megabytes of instruments: what they cost, and whom they hold up. */
export async function benchInstruments(): Promise<readonly Row[]> {
  const scrips = makeScripMaster();
  const symbols = makeSymbolMaster();
  const { shares, cpuMs, delayMs } = await fetchThroughAdapter();
  if (shares !== SHARES || readSymbolMaster(symbols)?.length !== SHARES) throw new Error("not all shares were found");
  const json = ratioOf(
    () => readScripMaster(scrips),
    () => JSON.parse(scrips),
  );
  const csv = ratioOf(
    () => readSymbolMaster(symbols),
    () => symbols.split("\n").map((line) => line.split(",").length),
  );
  return [
    {
      benchmark: "instruments: 60 MB list, CPU",
      measured: `${cpuMs.toFixed(0)} ms`,
      target: `≤ ${CPU_MAX_MS} ms`,
      verdict: verdict(cpuMs <= CPU_MAX_MS),
    },
    {
      benchmark: "instruments: event loop p99 meanwhile",
      measured: `${delayMs.toFixed(1)} ms`,
      target: `≤ ${DELAY_MAX_MS} ms`,
      verdict: verdict(delayMs <= DELAY_MAX_MS),
    },
    {
      benchmark: "instruments: JSON list / bare JSON.parse",
      measured: json.toFixed(2),
      target: `≤ ${JSON_RATIO_MAX}`,
      verdict: verdict(json <= JSON_RATIO_MAX),
    },
    {
      benchmark: "instruments: CSV list / bare split",
      measured: csv.toFixed(2),
      target: `≤ ${CSV_RATIO_MAX}`,
      verdict: verdict(csv <= CSV_RATIO_MAX),
    },
  ];
}
