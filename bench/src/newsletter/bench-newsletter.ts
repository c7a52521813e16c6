import { setTimeout as sleep } from "node:timers/promises";
import { type OwnProduct, startOwnProduct } from "../own-product.ts";
import type { Row } from "../report.ts";
import { type MailSink, startMailSink } from "./mail-sink.ts";

const READERS = Number(process.env["BENCH_READERS"] ?? 100_000);
/** The server is killed when so many parts of the mails have left. */
const KILLED_AT = [0.1, 0.35, 0.7];
/** So many are under way at once, and unknown at most when a server dies. */
const UNDER_WAY = 50;
const UNKNOWN_MAX = KILLED_AT.length * UNDER_WAY;
const LOOK_EVERY_MS = 100;
/** Only a hang reaches it. */
const PATIENCE_MS = 40 * 60_000;

const FILL_READERS = `
  INSERT INTO newsletter_readers (id, email, state, created_at, confirmed_at)
  SELECT gen_random_uuid(), 'reader-' || n || '@example.com', 'confirmed', now() - interval '1 day', now() - interval '1 day'
  FROM generate_series(1, $1::int) AS n`;
const BEGIN = `
  INSERT INTO newsletter_issues (id, title, category, content, html, state, created_at, sending_at)
  VALUES (gen_random_uuid(), 'Costs', 'Market Analysis', 'What a trade costs.', '<p>What a trade costs.</p>', 'sending',
    now(), now()) RETURNING id`;

/** Asked again while the database is being brought back. */
async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const found = await look().catch(() => null);
    if (found !== null) return found;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`never came: ${what}`);
}

async function killOnTheWay(product: OwnProduct, sink: MailSink): Promise<void> {
  for (const part of KILLED_AT) {
    await until(`${part} of the mails`, async () => (sink.total() >= part * READERS ? true : null));
    const pid = product.serverPid();
    if (pid === null) throw new Error("there is no server to kill");
    process.kill(pid, "SIGKILL");
    console.log(`newsletter: the server was killed after ${sink.total()} mails`);
    await until("another server", async () => {
      const next = product.serverPid();
      return next !== null && next !== pid ? true : null;
    });
  }
}

interface Outcome {
  readonly email: string;
  readonly state: string | null;
}

/** Every reader's state against what the mail server has seen. */
function judge(outcomes: readonly Outcome[], taken: ReadonlyMap<string, number>) {
  const count = (is: (outcome: Outcome, mails: number) => boolean): number =>
    outcomes.filter((each) => is(each, taken.get(each.email) ?? 0)).length;
  return {
    sent: count(({ state }) => state === "sent"),
    unknown: count(({ state }) => state === "unknown"),
    twice: count((_, mails) => mails > 1),
    forgotten: count(({ state }) => state === null || state === "waiting" || state === "sending"),
    untrue: count(({ state }, mails) => state === "sent" && mails === 0),
  };
}

/** An issue to a hundred thousand readers; the server is killed three times on the way. */
export async function benchNewsletter(): Promise<readonly Row[]> {
  const sink = await startMailSink();
  const product = await startOwnProduct({ SMTP_URL: sink.url });
  try {
    await product.query(FILL_READERS, [READERS]);
    const startedAt = performance.now();
    const [issue] = await product.query<{ id: string }>(BEGIN);
    await killOnTheWay(product, sink);
    const state = "SELECT 1 FROM newsletter_issues WHERE id = $1 AND state = 'sent'";
    await until("the end of the sending", async () => (await product.query(state, [issue?.id]))[0] ?? null);
    const seconds = (performance.now() - startedAt) / 1_000;
    const outcomes = await product.query<Outcome>(
      `SELECT reader.email, delivery.state FROM newsletter_readers AS reader
       LEFT JOIN newsletter_deliveries AS delivery ON delivery.reader_id = reader.id AND delivery.issue_id = $1`,
      [issue?.id],
    );
    const { sent, unknown, twice, forgotten, untrue } = judge(outcomes, sink.taken);
    const isGood = twice + forgotten + untrue === 0 && unknown <= UNKNOWN_MAX;
    return [
      {
        benchmark: `newsletter: ${READERS} readers, server killed ${KILLED_AT.length} times`,
        measured: `${sent} sent, ${unknown} unknown, ${twice} twice, ${forgotten} forgotten, ${untrue} sent in name only, in ${seconds.toFixed(0)} s`,
        target: `0 twice, forgotten or in name only; ≤ ${UNKNOWN_MAX} unknown`,
        verdict: isGood ? "PASS" : "FAIL",
      },
    ];
  } finally {
    await product.stop();
    await sink.close();
  }
}
