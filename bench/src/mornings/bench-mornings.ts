import { makeDataDir } from "@vriddhi/testing/child-process";
import { runLoad, startDatabase } from "../load-process.ts";
import type { Row } from "../report.ts";

const FEW = 100;
const MANY = 10_000;
const ANSWER_MS = 50;
const ROLL_CALL_MAX_S = 180;
const RATIO_MAX = 1.3;

/** One minute of the morning, until nothing of it was left. */
interface Part {
  readonly name: string;
  readonly tookMs: number;
  /** Of the worker alone: the simulated brokers have a process of their own. */
  readonly ownMs: number;
  readonly databaseMs: number;
}

const names: Readonly<Record<string, string>> = {
  disconnect: "8:00, sessions end",
  ask_early: "8:05, who has to log in by hand",
  reconnect: "8:30, everybody is logged in",
  readiness_early: "8:45, readiness",
  start: "9:00, everybody starts",
};

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

function rowsOf(many: Part, fews: readonly Part[]): readonly Row[] {
  const seconds = many.tookMs / 1_000;
  const isRollCall = many.name === "reconnect";
  const fewMs = fews.reduce((sum, { databaseMs }) => sum + databaseMs, 0);
  const perStep = { many: many.databaseMs / MANY, few: fewMs / fews.length / FEW };
  const ratio = perStep.many / perStep.few;
  const name = names[many.name] ?? many.name;
  return [
    {
      benchmark: `mornings: ${name}, ${MANY} links of one broker that answers in ${ANSWER_MS} ms`,
      measured: `${seconds.toFixed(0)} s, ${(many.ownMs / MANY).toFixed(2)} + ${perStep.many.toFixed(2)} CPU-ms a link`,
      target: isRollCall ? `≤ ${ROLL_CALL_MAX_S} s` : "–",
      verdict: !isRollCall ? "–" : seconds <= ROLL_CALL_MAX_S ? "PASS" : "FAIL",
    },
    {
      benchmark: `mornings: ${name}, PostgreSQL a link with ${MANY} / with ${FEW}`,
      measured: `${ratio.toFixed(2)} (${perStep.many.toFixed(2)} against ${perStep.few.toFixed(2)} CPU-ms)`,
      target: `≤ ${RATIO_MAX}`,
      verdict: ratio <= RATIO_MAX ? "PASS" : "FAIL",
    },
  ];
}

/** A whole morning of ten thousand links, and of a hundred before and after it: a machine's speed changes in ten minutes. */
export async function benchMornings(): Promise<readonly Row[]> {
  const before = await liveMorning(FEW);
  const many = await liveMorning(MANY);
  const after = await liveMorning(FEW);
  return many.flatMap((part) =>
    rowsOf(
      part,
      [...before, ...after].filter(({ name }) => name === part.name),
    ),
  );
}
