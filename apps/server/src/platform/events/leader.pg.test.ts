import net from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { createLogger } from "../log/logger.ts";
import { leadTimes, leadWith } from "./leader.ts";
import { untilAborted } from "./own-connection.ts";

const LOCK = 99_262_001;
const log = createLogger("silent");
let scratch: TestDatabase;
const databases: Database[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  scratch = await createTestDatabase();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await runSql(scratch.url, "TRUNCATE leader_epochs");
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await scratch.drop();
});

interface Contender {
  epoch: number | null;
  leads: number;
  lostAt: number | null;
}

function contend(url = scratch.url): Contender {
  const database = openDatabase(url, { max: 1, role: APP_ROLE, onError: () => {} });
  databases.push(database);
  const state: Contender = { epoch: null, leads: 0, lostAt: null };
  const { stop } = leadWith({ database, log, name: "test", lock: LOCK }, async (signal, epoch) => {
    state.epoch = epoch;
    state.leads++;
    await untilAborted(signal);
    state.epoch = null;
    state.lostAt = performance.now();
  });
  stops.push(stop);
  return state;
}

const killLeader = () =>
  runSql(
    scratch.url,
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND objid = ${LOCK} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

const leadersOf = (...all: Contender[]) => all.filter(({ epoch }) => epoch !== null);

async function startWire(): Promise<{ readonly url: string; freeze(): void; close(): Promise<void> }> {
  const target = new URL(scratch.url);
  const sockets = new Set<net.Socket>();
  let isFrozen = false;
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void (isFrozen || to.write(bytes)));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        if (!isFrozen) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(scratch.url);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("leader election", () => {
  it("elects one leader, and each term has a larger epoch than all before it", async () => {
    const first = contend();
    await expect.poll(() => first.epoch).toBe(1);
    const second = contend();
    await stops[0]?.();
    await expect.poll(() => second.epoch).toBe(2);
    expect(leadersOf(first, second)).toEqual([second]);
  });

  it("elects another leader when the leader's connection was killed", async () => {
    const all = [contend(), contend()];
    await expect.poll(() => leadersOf(...all).length).toBe(1);
    const [old] = leadersOf(...all);
    await killLeader();
    await expect.poll(() => leadersOf(...all)[0]?.epoch ?? 0).toBeGreaterThan(1);
    expect(old?.lostAt).not.toBeNull();
    expect(leadersOf(...all)).toHaveLength(1);
  });

  it("makes a leader on a silently cut connection step down", async () => {
    const wire = await startWire();
    const cut = contend(wire.url);
    await expect.poll(() => cut.epoch).toBe(1);
    wire.freeze();
    await expect.poll(() => cut.lostAt).not.toBeNull();
    await wire.close();
  });

  it("takes less than five seconds in the sum of its intervals and timeouts", () => {
    const { beatEveryMs, answerWithinMs, askForLeadMs } = leadTimes;
    expect(beatEveryMs + answerWithinMs).toBeLessThan(5_000);
    expect(askForLeadMs).toBeLessThan(5_000);
  });

  it("makes a leader step down when another process leads in a newer epoch", async () => {
    const only = contend();
    await expect.poll(() => only.epoch).toBe(1);
    await runSql(scratch.url, "UPDATE leader_epochs SET epoch = 7");
    await expect.poll(() => only.lostAt).not.toBeNull();
    await expect.poll(() => only.epoch).toBe(8);
  });
});
