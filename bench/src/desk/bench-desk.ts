import { backOfficeEndpoints } from "@vriddhi/contract/back-office";
import { makeDataDir, startChild } from "@vriddhi/testing/child-process";
import pg from "pg";
import { request } from "undici";
import { embeddedDatabaseUrl } from "../database-url.ts";
import type { Parts } from "../parts.ts";
import type { Row } from "../report.ts";
import { benchBulk } from "./bench-bulk.ts";
import { logInAtDesk } from "./desk-login.ts";

const ACCOUNTS = 10_000;
const PAGE = 50;
const WARM_UP = 100;
const PAGES = 2_000;
const P99_MAX_MS = 50;
/** Pages come through a proxy for so many people, so that none of them meets the flood limit. */
const PEOPLE = 200;

/** Everybody is linked at one broker, with a plan and a capital of their own. */
const CROWD = [
  `INSERT INTO users (id, email, name, dob, role, created_at)
     SELECT md5('user' || n)::uuid, 'p' || n || '@example.com', 'Person ' || md5(n::text), '1990-05-01', 'user', now() FROM generate_series(1, ${ACCOUNTS}) n`,
  `INSERT INTO subscription_periods (id, user_id, plan, starts_at, ends_at, band_paise)
     SELECT md5('period' || n)::uuid, md5('user' || n)::uuid, 'MONTHLY', now() - interval '1 day', now() + interval '30 days', 10000000 FROM generate_series(1, ${ACCOUNTS}) n`,
  `INSERT INTO broker_links (id, user_id, broker, account_id, client_id, credentials_id, sealed_app_key, sealed_access, session_from, session_until, connected_at, last_call_at, is_left)
     SELECT md5('link' || n)::uuid, md5('user' || n)::uuid, 'fyers', 'account-' || n, 'FY' || n, md5('set' || n)::uuid, 'x', 'x', now(), now() + interval '1 day', now(), now() - n * interval '1 second', true FROM generate_series(1, ${ACCOUNTS}) n`,
  `INSERT INTO capital_choice (id, user_id, scope, capital_paise, is_active, updated_at)
     SELECT md5('choice' || n)::uuid, md5('user' || n)::uuid, 'account', 5000000 + n * 100, true, now() FROM generate_series(1, ${ACCOUNTS}) n`,
];

/** The least that any page of people has to ask: one index, fifty rows. */
const BARE = "SELECT id, name, email FROM users WHERE deleted_at IS NULL ORDER BY lower(name), id LIMIT $1 OFFSET $2";

const SORTS = ["name", "last_sync", "capital_amount"] as const;

async function timesOf(count: number, ask: (turn: number) => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const from = performance.now();
    await ask(turn);
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b);
}

const at = (times: readonly number[], part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN;
const told = (times: readonly number[]): string =>
  `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`;

/** Somewhere in the list, another place each time. */
const offsetOf = (turn: number): number => (turn * 7_919) % (ACCOUNTS - PAGE);

async function measure(url: string, database: pg.Client): Promise<readonly Row[]> {
  for (const statement of CROWD) await database.query(statement);
  const authorization = `Bearer ${await logInAtDesk(url)}`;
  const page = async (turn: number): Promise<void> => {
    const sort = SORTS[turn % SORTS.length] ?? "name";
    const query = `broker=fyers&sort_by=${sort}&limit=${PAGE}&offset=${offsetOf(turn)}`;
    const reply = await request(`${url}${backOfficeEndpoints.readBrokerStatus.path}?${query}`, {
      headers: { authorization, "x-forwarded-for": `10.3.0.${turn % PEOPLE}` },
    });
    const body = (await reply.body.json()) as { readonly users?: readonly unknown[] };
    if (body.users?.length !== PAGE)
      throw new Error(`instead of ${PAGE} people came ${reply.statusCode} ${JSON.stringify(body).slice(0, 200)}`);
  };
  const bare = async (turn: number): Promise<void> => void (await database.query(BARE, [PAGE, offsetOf(turn)]));
  await timesOf(WARM_UP, page);
  const [bareTimes, times] = [await timesOf(PAGES, bare), await timesOf(PAGES, page)];
  const p99 = at(times, 0.99);
  return [
    { benchmark: "desk: bare page of people", measured: told(bareTimes), target: "–", verdict: "–" },
    {
      benchmark: `desk: broker status, ${PAGE} of ${ACCOUNTS} accounts`,
      measured: told(times),
      target: `p99 ≤ ${P99_MAX_MS} ms`,
      verdict: p99 <= P99_MAX_MS ? "PASS" : "FAIL",
    },
  ];
}

/** A page of broker status out of ten thousand accounts, beside a bare query of as many people. */
async function benchStatus(): Promise<readonly Row[]> {
  const data = makeDataDir();
  const product = await startChild("apps/server/src/main/server.ts", [], {
    PORT: "0",
    DATA_DIR: data.path,
    SANDBOX_CLOCK: "real",
    SANDBOX_CROWD: "0",
    TRUST_PROXY_HOPS: "1",
    LOG_LEVEL: "warn",
  });
  const database = new pg.Client({ connectionString: embeddedDatabaseUrl(data.path, "-c role=vriddhi_app") });
  try {
    await database.connect();
    return await measure(product.url, database);
  } finally {
    await database.end();
    await product.stop();
    data.remove();
  }
}

/** What the operator's desk has to bear. */
export const deskParts: Parts = { status: benchStatus, bulk: benchBulk };
