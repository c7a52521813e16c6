import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { Secret } from "../../platform/config/secret.ts";
import { newKey } from "../../platform/crypto/cipher.ts";
import { wrapKey } from "../../platform/crypto/data-keys.ts";
import { liveSettings } from "../../testing/live-settings.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import {
  checkCalendar,
  checkClock,
  checkFeeds,
  checkFirstUse,
  checkMasterKey,
  checkMigrations,
  checkOwners,
  checkSettings,
  settingFindings,
} from "./database-checks.ts";
import { examine } from "./doctor.ts";
import { type Check, formatFindings, ok, runChecks } from "./finding.ts";
import { checkDisk, checkEgress, checkNode } from "./machine-checks.ts";
import { checkBaseUrl, checkMail, checkObjects, checkPayments, checkWebhook } from "./outside-checks.ts";

let database: TestDatabase;
let client: pg.Client;
const live = readConfig(liveSettings);

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const levelsOf = async (check: Check) => (await check()).map(({ check: name, level }) => `${name}: ${level}`);
/** What a planted fault makes of a check; the fault is taken back. */
async function afterPlanting(sql: string, check: Check): Promise<readonly string[]> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    return await levelsOf(check);
  } finally {
    await client.query("ROLLBACK");
  }
}

describe("the database checks of the doctor", () => {
  it("measure the clock against the database's, and report one that is a minute off", async () => {
    expect(await levelsOf(checkClock(client))).toEqual(["clock: ok"]);
    expect(await levelsOf(checkClock(client, () => Date.now() - 60_000))).toEqual(["clock: must"]);
    expect(await levelsOf(checkClock(client, () => Date.now() + 60_000))).toEqual(["clock: must"]);
  });

  it("report commits that a crash would lose, and a version that is too old", async () => {
    // Tests run on a PostgreSQL that does not wait for the disk.
    expect(await levelsOf(checkSettings(client, live))).toContain("durability: must");
    expect(await levelsOf(checkSettings(client, live))).toContain("replication: advice");
    const sound = {
      version: "15.1",
      major: 15,
      connections: 200,
      mayMakeRoles: true,
      isStandby: false,
      fsync: "on",
      fullPageWrites: "on",
      synchronousCommit: "on",
      synchronousStandbys: "b",
    };
    expect(settingFindings(sound, live).map(({ level }) => level)).toEqual(["ok", "ok", "ok", "ok"]);
    const faults = [
      { fsync: "off" },
      { synchronousCommit: "off" },
      { major: 14 },
      { isStandby: true },
      { mayMakeRoles: false },
    ];
    for (const fault of faults)
      expect(settingFindings({ ...sound, ...fault }, live).map(({ level }) => level)).toContain("must");
  });

  it("report pools that leave too few connections for three processes", async () => {
    const [found] = (await checkSettings(client, { ...live, pools: { api: 200, steps: 200, orders: 200 } })()).filter(
      ({ check }) => check === "connections",
    );
    expect(found).toMatchObject({ level: "must", remedy: expect.stringContaining("max_connections") });
  });

  it("report migrations that are not applied, and a database that is newer", async () => {
    const check = checkMigrations(client);
    expect(await levelsOf(check)).toEqual(["migrations: ok"]);
    const newest = "(SELECT max(created_at) FROM drizzle.__drizzle_migrations)";
    const removed = `DELETE FROM drizzle.__drizzle_migrations WHERE created_at = ${newest}`;
    expect(await afterPlanting(removed, check)).toEqual(["migrations: advice"]);
    const newer = `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', ${newest} + 1)`;
    expect(await afterPlanting(newer, check)).toEqual(["migrations: advice"]);
    expect(await afterPlanting("DROP SCHEMA drizzle CASCADE", check)).toEqual(["migrations: advice"]);
  });

  it("report a master key that opens no data key", async () => {
    const stored = new Secret("ab".repeat(32));
    const plant = `DELETE FROM data_key; INSERT INTO data_key (id, wrapped) VALUES (1, '${wrapKey(stored, 1, newKey())}')`;
    expect(await afterPlanting(plant, checkMasterKey(client, live))).toEqual(["master key: must"]);
    expect(await afterPlanting(plant, checkMasterKey(client, { ...live, masterKey: stored }))).toEqual([
      "master key: ok",
    ]);
  });

  it("report the host whose worker no longer renews its buckets", async () => {
    const check = checkOwners(client);
    const owner = (host: string, bucket: number, lease: string) =>
      `INSERT INTO bucket_owner (bucket, worker, epoch, lease_until) VALUES (${bucket}, '${host}/1/1/ab', 1, now() ${lease});`;
    expect(await afterPlanting("DELETE FROM bucket_owner", check)).toEqual(["owners: advice"]);
    const planted = `DELETE FROM bucket_owner; ${owner("host-a", 1, "+ interval '9 s'")} ${owner("host-b", 2, "- interval '5 min'")}`;
    expect(await afterPlanting(planted, check)).toEqual(["owners: ok", "owners: must"]);
  });

  it("report a database of another mode, and a year without trading days", async () => {
    const plant = "DELETE FROM first_use; INSERT INTO first_use (mode, at) VALUES ('sandbox', now())";
    expect(await afterPlanting(plant, checkFirstUse(client, live))).toEqual(["database: must"]);
    expect(await levelsOf(checkCalendar(client, live, () => Date.UTC(2099, 1, 1)))).toEqual(["calendar: must"]);
    expect(await levelsOf(checkCalendar(client, live, () => Date.UTC(2026, 10, 19)))).toEqual(["calendar: ok"]);
  });

  it("report a live service without a market feed, and a feed without a session", async () => {
    expect(await levelsOf(checkFeeds(client, live))).toEqual(["feed: must"]);
    const account = { clientId: "A1", appKey: "k", appSecret: null, pin: new Secret("1"), totpSecret: new Secret("2") };
    const check = checkFeeds(client, { ...live, desks: { angelone: account, fyers: null } });
    expect(await levelsOf(check)).toEqual(["feed: advice"]);
    const session =
      "INSERT INTO desk_feeds (desk, session_until) VALUES ('angelone', now() + interval '1 h') ON CONFLICT (desk) DO UPDATE SET session_until = excluded.session_until";
    expect(await afterPlanting(session, check)).toEqual(["feed: ok"]);
  });
});

describe("the doctor", () => {
  it("examines a sandbox on a sound database without a finding that needs action", async () => {
    const config = readConfig({ DATA_DIR: os.tmpdir() });
    const findings = await examine(config, database.url, true);
    expect(findings.filter(({ level }) => level === "must")).toEqual([]);
    expect(formatFindings(findings)).toContain("Nothing must be done.");
  });

  it("reports a database that does not answer, without its password", async () => {
    const findings = await examine(readConfig({ DATA_DIR: os.tmpdir() }), "postgres://app:hunter2@127.0.0.1:9/x", true);
    expect(formatFindings(findings)).toMatch(/MUST +database +DATABASE_URL cannot be used: .*ECONNREFUSED/);
    expect(formatFindings(findings)).not.toContain("hunter2");
  });

  it("makes a finding of a check that throws, and goes on with the next one", async () => {
    const findings = await runChecks({
      first: () => Promise.reject(new Error("postgres://app:hunter2@db broke")),
      second: async () => [ok("second", "fine")],
    });
    expect(findings).toEqual([
      expect.objectContaining({ level: "must", found: "could not be checked: postgres://db broke" }),
      ok("second", "fine"),
    ]);
  });
});

describe("the machine checks of the doctor", () => {
  const room = (bytes: number) => async () => ({ bavail: bytes, bsize: 1 });

  it("report a full disk, a foreign egress address and another Node", async () => {
    expect(await levelsOf(checkDisk(live, room(10 ** 8)))).toEqual(["disk: must"]);
    expect(await levelsOf(checkDisk(live, room(10 ** 9)))).toEqual(["disk: advice"]);
    expect(await levelsOf(checkDisk(live, room(10 ** 10)))).toEqual(["disk: ok"]);
    const config = { ...live, egressAddresses: ["203.0.113.7"] };
    expect(await levelsOf(checkEgress(config, ["10.0.0.5"]))).toEqual(["egress: must"]);
    expect(await levelsOf(checkEgress(config, ["203.0.113.7"]))).toEqual(["egress: ok"]);
    expect(await levelsOf(checkEgress(live, []))).toEqual(["egress: advice"]);
    expect(await levelsOf(checkNode("22.1.0"))).toEqual(["node: advice"]);
  });
});

describe("the outside checks of the doctor", () => {
  /** A service that answers every request with these codes in turn, an hour ago. */
  async function serve(...codes: readonly number[]) {
    let turn = 0;
    const server = createServer((request, reply) => {
      request.resume();
      reply.writeHead(codes[turn++ % codes.length] ?? 500, { date: new Date(Date.now() - 3_600_000).toUTCString() });
      reply.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, [Symbol.asyncDispose]: async () => void server.close() };
  }
  const paying = (url: string) => ({
    ...live,
    payment: live.payment && { ...live.payment, url },
    publicUrl: new URL(url),
  });

  it("report refused payment keys and a clock that is an hour off", async () => {
    await using service = await serve(401);
    expect(await levelsOf(checkPayments(paying(service.url).payment))).toEqual(["payments: must", "clock: must"]);
  });

  it("report a webhook that refuses a signed event, or accepts a forged one", async () => {
    await using refusing = await serve(400);
    await using accepting = await serve(200);
    await using sound = await serve(200, 400);
    expect(await levelsOf(checkWebhook(paying(refusing.url)))).toEqual(["webhook: must"]);
    expect(await levelsOf(checkWebhook(paying(accepting.url)))).toEqual(["webhook: must"]);
    expect(await levelsOf(checkWebhook(paying(sound.url)))).toEqual(["webhook: ok"]);
  });

  it("report a mail server and a base address that do not answer", async () => {
    expect(await levelsOf(checkMail(new Secret("smtp://127.0.0.1:9")))).toEqual(["mail: must"]);
    expect(await levelsOf(checkBaseUrl({ publicUrl: new URL("http://127.0.0.1:9") }))).toEqual(["base address: must"]);
  });

  it("report a store that loses what is written", async () => {
    const store = { kind: "s3", put: async () => {}, get: async () => null, remove: async () => {} } as const;
    const found = (isThere: boolean) => checkObjects({ ...store, exists: async () => isThere, create: async () => {} });
    expect(await levelsOf(found(true))).toEqual(["object store: must"]);
    expect(await levelsOf(found(false))).toEqual(["object store: advice"]);
  });
});
