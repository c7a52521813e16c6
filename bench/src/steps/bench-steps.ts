import path from "node:path";
import { pathToFileURL } from "node:url";
import { makeDataDir, ROOT, startChild } from "@vriddhi/testing/child-process";
import pg from "pg";
import { embeddedDatabaseUrl } from "../database-url.ts";
import { median, type Row } from "../report.ts";

const SMALL = 100;
const LARGE = 50_000;
const RATIO_MAX = 1.3;
const ROUNDS = 401;
const WARM_UP = 50;
const DAY = "2026-11-16";
const NOW = `${DAY}T09:00:30+05:30`;
const LEASE_END = "2030-01-01T00:00:00Z";
/** Ten accounts of one kind of step and one lane: a fifth is due by now, the rest is planned for later. */
const LANES = ["logins:fyers", "logins:angelone", "questions", "starts", "readiness:fyers"];
const DUE_MINUTES = [60, 61, 62, 63, 0];
const PLACES = 4;
/** As the product opens its connections for steps. */
const STEP_SETTINGS = "-c enable_seqscan=off";

interface Statements {
  readonly ADD: string;
  readonly CLAIM: string;
  readonly FINISH: string;
}

interface Claimed {
  readonly kind: string;
  readonly subject: string;
  readonly lease: string;
}

/** The product's own statements, by the path of their file: the bench is no part of the product. */
const readStatements = async (): Promise<Statements> =>
  import(pathToFileURL(path.join(ROOT, "apps/server/src/platform/due-step/due-step.sql.ts")).href);

/** A table like the product's, with so many planned steps in it. */
async function openSteps(dataDir: string, count: number, { ADD, CLAIM, FINISH }: Statements) {
  const schema = `steps_${count}`;
  const client = new pg.Client(embeddedDatabaseUrl(dataDir, `-c search_path=${schema} ${STEP_SETTINGS}`));
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.due_steps (LIKE public.due_steps INCLUDING ALL)`);
  await client.query(ADD, columnsOf(count));
  await client.query("VACUUM ANALYZE due_steps");

  async function finish({ kind, subject, lease }: Claimed): Promise<void> {
    const values = [kind, subject, DAY, lease, "done", "noted", NOW, false];
    await client.query({ name: "finish", text: FINISH, values });
  }

  return {
    /** The milliseconds that one claim takes; what it took is done afterwards, and planned anew when all are done. */
    async claim(): Promise<number> {
      const values = [NOW, LANES, LANES.map(() => PLACES), LEASE_END];
      const startedAt = performance.now();
      const { rows } = await client.query<Claimed>({ name: "claim", text: CLAIM, values });
      const tookMs = performance.now() - startedAt;
      for (const step of rows) await finish(step);
      if (rows.length < PLACES)
        await client.query("UPDATE due_steps SET state = 'due', attempts = 0 WHERE state = 'done'");
      return tookMs;
    },
    close: () => client.end(),
  };
}

function columnsOf(count: number): unknown[] {
  const steps = Array.from({ length: count }, (_, index) => {
    const place = index % LANES.length;
    const dueAt = new Date(Date.parse(`${DAY}T09:00:00+05:30`) + (DUE_MINUTES[place] ?? 0) * 60_000).toISOString();
    return { kind: `kind-${place}`, subject: `account-${Math.floor(index / LANES.length)}`, lane: LANES[place], dueAt };
  });
  return [
    steps.map(({ kind }) => kind),
    steps.map(({ subject, kind }) => `${subject}-${kind}`),
    steps.map(() => DAY),
    steps.map(({ dueAt }) => dueAt),
    steps.map(() => `${DAY}T15:30:00+05:30`),
    steps.map(() => 0),
    steps.map(({ lane }) => lane),
  ];
}

/** What one claim of due steps costs with few and with many planned ones, in turns. */
export async function benchSteps(): Promise<readonly Row[]> {
  const data = makeDataDir();
  const product = await startChild("apps/server/src/main/server.ts", [], {
    PORT: "0",
    DATA_DIR: data.path,
    // a Sunday that does not go on: the product itself has nothing to do
    SANDBOX_CLOCK: "2026-11-15T12:00:00+05:30@0",
    SANDBOX_CROWD: "0",
    LOG_LEVEL: "warn",
  });
  try {
    const statements = await readStatements();
    const small = await openSteps(data.path, SMALL, statements);
    const large = await openSteps(data.path, LARGE, statements);
    const took = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const [smallMs, largeMs] = [await small.claim(), await large.claim()];
      if (round < WARM_UP) continue;
      took.small.push(smallMs);
      took.large.push(largeMs);
    }
    await Promise.all([small.close(), large.close()]);
    return [report(median(took.small), median(took.large))];
  } finally {
    await product.stop();
    data.remove();
  }
}

function report(smallMs: number, largeMs: number): Row {
  const ratio = largeMs / smallMs;
  return {
    benchmark: `steps: one claim with ${LARGE} planned / with ${SMALL}`,
    measured: `${ratio.toFixed(2)} (${largeMs.toFixed(2)} against ${smallMs.toFixed(2)} ms)`,
    target: `≤ ${RATIO_MAX}`,
    verdict: ratio <= RATIO_MAX ? "PASS" : "FAIL",
  };
}
