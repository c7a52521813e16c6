import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { IMAGE_BUCKET } from "@vriddhi/core/blog/blog-limits";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import { until } from "../chaos/chaos-world.ts";
import { startRuns } from "../chaos/started-runs.ts";
import { openOwnerPool } from "../sql.ts";
import { type ArchivedPostgres, createArchivedPostgres } from "./archived-postgres.ts";
import { CORE_TABLES, differing, type Moment, noteMoment, readFacts, rowsOf } from "./drill-facts.ts";
import {
  ACCOUNTS,
  DAY,
  type DrillProduct,
  openOutsideWorld,
  type ProductSettings,
  refusalOf,
  sealedHead,
  startDrillProduct,
  verifyAudit,
} from "./drill-product.ts";
import { makeTraffic, type Traffic } from "./drill-traffic.ts";
import { countSealed } from "./sealed-values.ts";

const HALT = path.resolve(import.meta.dirname, "../../main/halt.ts");

export interface DrillOptions {
  readonly folder: string;
  readonly binaries: string;
  readonly masterKey: string;
  readonly isControl: boolean;
  /** What must end in any case, the last one first. */
  readonly closers: (() => Promise<void>)[];
  say(line: string): void;
}

/** What is left after the disaster, and what was noted before it. */
interface Disaster {
  readonly moment: Moment;
  readonly head: string;
  readonly pictures: Traffic["pictures"];
  readonly sealed: number;
  readonly exchangeOrders: number;
  readonly lostOrders: number;
  readonly backupSeconds: number;
  readonly backupBytes: number;
  readonly repositoryBytes: number;
  readonly crashedAtMs: number;
  readonly archivedAtMs: number;
}

type Check = readonly [name: string, isFine: boolean, detail: string];
type Figure = readonly [name: string, value: string];

const seconds = (value: number): string => `${value.toFixed(1)} s`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const secondsSince = (from: number): number => (performance.now() - from) / 1_000;

const ordersAtExchange = async (product: DrillProduct): Promise<number> =>
  (await product.call<readonly unknown[]>("GET", "/sandbox/exchange/orders")).length;

async function untilArchived(product: DrillProduct, segment: string): Promise<number> {
  let at = 0;
  await until(`segment ${segment} in the archive`, async () => {
    const [row] = await product.query<{ name: string; ms: string }>(
      "SELECT last_archived_wal AS name, (extract(epoch FROM last_archived_time) * 1000)::bigint AS ms FROM pg_stat_archiver",
    );
    at = Number(row?.ms ?? 0);
    return (row?.name ?? "") >= segment;
  });
  return at;
}

/** The pictures' folder is written once for each name: a copy without deletions never loses one. */
function copyPictures(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true });
}

interface Scene extends DrillOptions {
  readonly postgres: ArchivedPostgres;
  readonly settings: () => ProductSettings;
  readonly pictures: { readonly live: string; readonly kept: string };
}

async function makeHistory(scene: Scene, product: DrillProduct): Promise<Disaster> {
  const { postgres, pictures, say } = scene;
  await startRuns(product, DAY, ACCOUNTS);
  await product.call("POST", "/sandbox/clock", { now: `${DAY}T09:31:00+05:30` });
  say(`${ACCOUNTS} accounts are linked and run`);
  const before = await makeTraffic(product, 0);
  const backupFrom = performance.now();
  await postgres.backUp();
  const backupSeconds = secondsSince(backupFrom);
  const backupBytes = postgres.repositoryBytes();
  say(`backed up; traffic before it: ${before.orders} orders`);
  const between = await makeTraffic(product, 1);
  const head = await sealedHead(product);
  const sealed = await countSealed(postgres.url(), scene.masterKey);
  const moment = await noteMoment(product.pool);
  say(`instant noted: ${moment.instant}; traffic between: ${between.orders} orders`);
  const after = await makeTraffic(product, 2);
  copyPictures(pictures.live, pictures.kept);
  const archivedAtMs = await untilArchived(product, moment.segment);
  const exchangeOrders = await ordersAtExchange(product);
  await product.kill();
  await postgres.destroy();
  fs.rmSync(pictures.live, { recursive: true });
  say(`database and pictures destroyed; traffic that is lost: ${after.orders} orders`);
  return {
    moment,
    head,
    pictures: [...before.pictures, ...between.pictures],
    sealed: sealed.opened,
    exchangeOrders,
    lostOrders: after.orders,
    backupSeconds,
    backupBytes,
    repositoryBytes: postgres.repositoryBytes(),
    crashedAtMs: Date.now(),
    archivedAtMs,
  };
}

async function compareTables(url: string, { moment }: Disaster): Promise<readonly Check[]> {
  const pool = openOwnerPool(url);
  try {
    const found = await readFacts(pool);
    const other = differing(moment.facts, found);
    const core = CORE_TABLES.map(
      (name): Check => [name, !other.includes(name) && found.has(name), `${rowsOf(found, name)} rows`],
    );
    return [...core, ["all tables that rested", other.length === 0, other.join(", ") || `${moment.facts.size} tables`]];
  } finally {
    await pool.end();
  }
}

/** Nothing may be traded before the operator lifts the halt, and nothing twice after it. */
async function checkOrders(scene: Scene, product: DrillProduct, lost: Disaster): Promise<readonly Check[]> {
  const books = /"read":(\d+),"unread":(\d+),"differing":(\d+)/;
  await until("the comparison of the brokers' books", async () => books.test(product.log()));
  const [, read = "", unread = "", accounts = "0"] = books.exec(product.log()) ?? [];
  const owned = () =>
    product.query<{ n: number }>("SELECT count(*)::int AS n FROM bucket_owner WHERE lease_until > now()");
  const [held] = await owned();
  const atHalt = await ordersAtExchange(product);
  const lines = product
    .log()
    .split("\n")
    .filter((line) => line.includes("orders that the database lost"));
  const named = lines.flatMap((line) => (JSON.parse(line) as { orders: string[] }).orders).length;
  const env = { DATABASE_URL: scene.postgres.url(), MASTER_KEY: scene.masterKey };
  const lift = spawnSync(process.execPath, [HALT, "--lift"], { env, encoding: "utf8" });
  await until("every bucket has an owner", async () => ((await owned())[0]?.n ?? 0) === BUCKETS);
  const minute = async () => (await product.query<{ n: string }>("SELECT count(*) AS n FROM bar_minute"))[0]?.n;
  const first = await minute();
  await until("the next minute of the market", async () => (await minute()) !== first);
  const after = await ordersAtExchange(product);
  const unchanged = (count: number) => `${count} at the exchange, ${lost.exchangeOrders} before`;
  return [
    ["no account is traded before the halt is lifted", held?.n === 0, `${held?.n} buckets owned`],
    ["no order leaves during the halt", atHalt === lost.exchangeOrders, unchanged(atHalt)],
    ["lost orders are named", named === lost.lostOrders, `${named} of ${lost.lostOrders}, in ${accounts} accounts`],
    ["brokers' books read", Number(read) > 0, `${read} read, ${unread} without a session`],
    ["the halt is lifted", lift.status === 0, (lift.stdout + lift.stderr).trim()],
    ["no order is doubled after it", after === lost.exchangeOrders, unchanged(after)],
  ];
}

async function checkProduct(scene: Scene, product: DrillProduct, lost: Disaster): Promise<readonly Check[]> {
  const audit = await verifyAudit(product, lost.head);
  const sealed = await countSealed(scene.postgres.url(), scene.masterKey);
  const answers = await Promise.all(lost.pictures.map(([url]) => product.send("GET", url)));
  const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
  const readable = answers.filter(({ ok }, place) => ok && (sizes[place] ?? 0) > 0).length;
  return [
    [
      "audit chain whole, noted head in it",
      audit.is_whole && audit.is_head_known === true,
      `${audit.sealed_rows} sealed rows`,
    ],
    ["secrets open with the kept key", sealed.closed === 0 && sealed.opened >= lost.sealed, `${sealed.opened} values`],
    ["pictures readable", readable === lost.pictures.length, `${readable} of ${lost.pictures.length}`],
    ...(await checkOrders(scene, product, lost)),
  ];
}

function report(say: (line: string) => void, checks: readonly Check[], figures: readonly Figure[]): boolean {
  const width = Math.max(...[...checks, ...figures].map(([name]) => name.length));
  say("");
  for (const [name, isFine, detail] of checks) say(`${isFine ? "equal " : "FAILED"}  ${name.padEnd(width)}  ${detail}`);
  for (const [name, value] of figures) say(`        ${name.padEnd(width)}  ${value}`);
  const failed = checks.filter(([, isFine]) => !isFine).length;
  say(failed === 0 ? "\nThe restore is proved." : `\n${failed} checks failed.`);
  return failed === 0;
}

async function restoreAndCheck(scene: Scene, lost: Disaster): Promise<boolean> {
  const { postgres, pictures, say } = scene;
  const from = performance.now();
  const { copySeconds, replaySeconds } = await postgres.restore(lost.moment.instant);
  copyPictures(pictures.kept, pictures.live);
  const checkedFrom = performance.now();
  const tables = await compareTables(postgres.url(), lost);
  const checkSeconds = secondsSince(checkedFrom);
  const startedFrom = performance.now();
  const product = await startDrillProduct(scene.settings());
  const startSeconds = secondsSince(startedFrom);
  const recoverySeconds = secondsSince(from) - checkSeconds;
  try {
    const checks = [...tables, ...(await checkProduct(scene, product, lost))];
    return report(say, checks, [
      ["base backup", `${seconds(lost.backupSeconds)}, ${megabytes(lost.backupBytes)}`],
      ["repository at the disaster", megabytes(lost.repositoryBytes)],
      ["files restored", seconds(copySeconds)],
      ["log replayed", seconds(replaySeconds)],
      ["product ready", seconds(startSeconds)],
      ["total, RTO without people", seconds(recoverySeconds)],
      ["lost by the chosen instant", seconds((lost.crashedAtMs - lost.moment.atMs) / 1_000)],
      ["not archived at the disaster, RPO", seconds((lost.crashedAtMs - lost.archivedAtMs) / 1_000)],
    ]);
  } catch (cause) {
    throw new Error(`the product said:\n${product.log().slice(-4_000)}`, { cause });
  }
}

/** Both losses must be noticed before anything is served. */
async function control(scene: Scene, { moment }: Disaster): Promise<boolean> {
  const { postgres, say } = scene;
  const putBack = postgres.loseSegment(moment.segment);
  const lostSegment = await postgres.restore(moment.instant).then(
    () => null,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  );
  await postgres.destroy();
  putBack();
  await postgres.restore(moment.instant);
  const wrongKey = await refusalOf({ ...scene.settings(), masterKey: randomBytes(32).toString("hex") });
  say(`\na segment of the archive is missing: ${lostSegment ?? "RESTORED ALL THE SAME"}`);
  say(`the master key is another one: ${wrongKey ?? "STARTED ALL THE SAME"}`);
  return lostSegment !== null && wrongKey !== null;
}

export async function runDrill(options: DrillOptions): Promise<boolean> {
  const { folder, binaries, masterKey, closers } = options;
  const postgres = createArchivedPostgres(folder, binaries);
  closers.push(postgres.stop);
  const dataDir = path.join(folder, "data");
  const outside = await openOutsideWorld(folder, closers);
  const settings = () => ({ databaseUrl: postgres.url(), dataDir, masterKey, outside, closers });
  const pictures = { live: path.join(dataDir, IMAGE_BUCKET), kept: path.join(folder, "kept-pictures") };
  const scene: Scene = { ...options, postgres, settings, pictures };
  await postgres.start();
  const product = await startDrillProduct(settings());
  const lost = await makeHistory(scene, product).catch((cause: unknown) => {
    throw new Error(`the product said:\n${product.log().slice(-4_000)}`, { cause });
  });
  return options.isControl ? control(scene, lost) : restoreAndCheck(scene, lost);
}
