import { makeDataDir } from "@vriddhi/testing/child-process";
import type { Benchmark } from "../benchmark.ts";
import { besideBareSeconds, runLoad, startDatabase } from "../load-process.ts";
import { judge, type Row } from "../report.ts";

const FEW = 100;
const FULL = 10_000;
const QUICK = 300;
const ANSWER_MS = 50;
const RATIO_MAX = 1.3;
/** CPU-ms a link, worker and PostgreSQL, for each bare second: ten thousand links are three bare minutes. */
const LOGIN_MAX = 18;

interface Part {
  readonly name: string;
  readonly tookMs: number;
  /** Of the worker alone: the simulated brokers have a process of their own. */
  readonly ownMs: number;
  readonly databaseMs: number;
}

async function liveMorning(links: number): Promise<readonly Part[]> {
  const data = makeDataDir();
  const database = await startDatabase(data.path);
  try {
    return (await runLoad("morning-load.ts", [database.url, String(links), String(ANSWER_MS)])) as readonly Part[];
  } finally {
    await database.stop();
    data.remove();
  }
}

const databaseMsOf = (parts: readonly Part[], links: number): number =>
  parts.reduce((sum, { databaseMs }) => sum + databaseMs, 0) / links;

function scaleRow(many: readonly Part[], fews: readonly (readonly Part[])[], links: number): Row {
  const each = databaseMsOf(many, links);
  const few = databaseMsOf(fews.flat(), FEW * fews.length);
  const parts = many.map(({ name, databaseMs }) => `${name} ${(databaseMs / links).toFixed(1)}`);
  const beside = `${each.toFixed(1)} against ${few.toFixed(1)} CPU-ms: ${parts.join(", ")}`;
  return judge(`mornings: PostgreSQL a link with ${links} / with ${FEW}`, each / few, { atMost: RATIO_MAX }, beside);
}

function loginRow({ tookMs, ownMs, databaseMs }: Part, links: number, bare: number): Row {
  const each = (ownMs + databaseMs) / links;
  const beside = `${each.toFixed(1)} CPU-ms, ${(tookMs / 1_000).toFixed(0)} s for all; bare ${bare.toFixed(2)} s`;
  return judge("mornings: 8:30, CPU-ms a link / bare second", each / bare, { atMost: LOGIN_MAX }, beside);
}

/** A whole morning of many links, and of a hundred before and after it. */
export const benchMornings: Benchmark = async (isQuick) => {
  const links = isQuick ? QUICK : FULL;
  const before = await liveMorning(FEW);
  const [many, bare] = await besideBareSeconds(() => liveMorning(links));
  const fews = isQuick ? [before] : [before, await liveMorning(FEW)];
  const logins = many.filter(({ name }) => name === "reconnect").map((part) => loginRow(part, links, bare));
  return [scaleRow(many, fews, links), ...logins];
};
