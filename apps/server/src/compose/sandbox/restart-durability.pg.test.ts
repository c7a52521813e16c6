import fs from "node:fs";
import { eventually } from "@vriddhi/testing/eventually";
import { afterEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../platform/clock/system-clock.ts";
import { TEST_MASTER_KEY } from "../../testing/product.ts";
import { visitSandbox } from "../../testing/sandbox-visitor.ts";
import { makeDataFolder, type ServerProcess, startServerProcess } from "../../testing/server-process.ts";
import { createTestDatabase } from "../../testing/test-database.ts";

// Each test starts whole servers several times; slow on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(env: Readonly<Record<string, string>>): Promise<{ server: ServerProcess; address: string }> {
  const server = startServerProcess({ PORT: "0", SANDBOX_CLOCK: "2026-11-16T10:00:00+05:30@0", ...env });
  cleanUps.push(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
  return { server, address: await server.ready() };
}

function dataFolder(): string {
  const folder = makeDataFolder();
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

async function scratchDatabase(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  return { DATABASE_URL: database.url, MASTER_KEY: TEST_MASTER_KEY };
}

const pidOf = ({ child }: ServerProcess): number => child.pid ?? 0;
const LOW_PRICE = "1000";

describe("the simulated world", () => {
  it("is the same after the product is killed between an order's acceptance and its reply", async () => {
    const env = { ...(await scratchDatabase()), DATA_DIR: dataFolder() };
    const { server, address } = await start(env);
    const world = visitSandbox(address);
    const session = await world.logIn(systemClock.now);
    const angelUrl = await world.angelUrl();
    await world.place(session, "FIRST", LOW_PRICE, angelUrl);
    await world.send("/sandbox/clock", { now: "2026-11-16T10:20:00+05:30" });
    const order = await world.payable(49_900);
    await world.mail("outlive@example.com", "kept");
    await world.text("9876500001");
    await world.send("/sandbox/faults", { target: "sms", kind: "throttle", count: 3 });
    const caught = {
      mail: await world.read("/sandbox/mail?to=outlive@example.com"),
      sms: await world.read("/sandbox/sms?to=9876500001"),
      payable: await world.payableNow(order.id),
    };
    const killer = { target: "angelone", kind: "kill-after-accept", nth: 2, pid: pidOf(server) };
    expect((await world.send("/sandbox/faults", killer)).status).toBe(200);
    await world.place(session, "SECOND", LOW_PRICE, angelUrl);
    const before = await world.orders();
    await expect(world.place(session, "THIRD", LOW_PRICE, angelUrl)).rejects.toThrow();
    expect(await server.ended).toBeNull();

    const again = await start(env);
    const next = visitSandbox(again.address);
    const after = await next.orders();
    expect(after.slice(0, 2)).toEqual(before);
    expect(after.map(({ tag, status }) => [tag, status])).toEqual([
      ["FIRST", "open"],
      ["SECOND", "open"],
      ["THIRD", "open"],
    ]);
    expect({
      mail: await next.read("/sandbox/mail?to=outlive@example.com"),
      sms: await next.read("/sandbox/sms?to=9876500001"),
      payable: await next.payableNow(order.id),
    }).toEqual(caught);
    expect(await next.profile(session)).toMatchObject({ status: true });
    expect(await next.angelUrl()).toBe(angelUrl);
    expect(await next.read("/sandbox/faults")).toEqual({ faults: [{ target: "sms", kind: "throttle", count: 3 }] });
    expect(await next.read("/sandbox/clock")).toMatchObject({ now: expect.stringContaining("T10:20:00") });
    const fourth = await next.place(session, "FOURTH", LOW_PRICE, angelUrl);
    expect(fourth.data?.orderid).toMatch(/0{7}4$/);

    await next.send("/sandbox/reset");
    expect(await next.orders()).toEqual([]);
    again.server.child.kill("SIGKILL");
    await again.server.ended;
    const last = await start(env);
    const third = visitSandbox(last.address);
    expect(await third.orders()).toEqual([]);
    expect(await third.profile(session)).not.toMatchObject({ status: true });
  });

  it("keeps running in a separate process while the product is stopped, killed and restarted", async () => {
    const sandbox = await start({ ROLE: "sandbox", DATA_DIR: dataFolder(), MASTER_KEY: TEST_MASTER_KEY });
    const env = { ...(await scratchDatabase()), DATA_DIR: dataFolder(), SANDBOX_URL: sandbox.address };
    const product = await start(env);
    const inside = visitSandbox(sandbox.address);
    const outside = visitSandbox(product.address);
    expect(await outside.read("/sandbox/accounts")).toEqual(await inside.read("/sandbox/accounts"));
    const session = await outside.logIn(systemClock.now);
    const angelUrl = await outside.angelUrl();

    const stopper = { target: "angelone", kind: "stop-after-accept", nth: 1, pid: pidOf(product.server) };
    expect((await outside.send("/sandbox/faults", stopper)).status).toBe(200);
    // the exchange answers although the product is down
    await inside.place(session, "ONE", LOW_PRICE, angelUrl);
    const stateOf = () => fs.readFileSync(`/proc/${pidOf(product.server)}/stat`, "utf8").split(") ")[1]?.[0] ?? "";
    if (process.platform === "linux")
      expect(await eventually("it is paused", () => stateOf() === "T" || null)).toBe(true);
    product.server.child.kill("SIGCONT");

    await outside.send("/sandbox/clock", { now: "2026-11-16T11:00:00+05:30" });
    expect(await inside.read("/sandbox/clock")).toMatchObject({ now: expect.stringContaining("T11:00:00"), speed: 0 });
    await outside.send("/sandbox/clock", { speed: 60 });
    product.server.child.kill("SIGKILL");
    await product.server.ended;
    const clock = await inside.read<{ now: string }>("/sandbox/clock");
    await eventually("the clock runs on", async () =>
      (await inside.read<{ now: string }>("/sandbox/clock")).now > clock.now ? true : null,
    );
    await inside.place(session, "TWO", LOW_PRICE, angelUrl);

    const next = await start(env);
    const again = visitSandbox(next.address);
    expect((await again.orders()).map(({ tag }) => tag)).toEqual(["ONE", "TWO"]);
    expect(await again.profile(session)).toMatchObject({ status: true });
    const health = await fetch(new URL("/healthz", sandbox.address));
    expect(health.status).toBe(200);

    expect((await again.send("/sandbox/reset")).status).toBe(200);
    expect(await inside.orders()).toEqual([]);
    expect(await inside.read("/sandbox/clock")).toMatchObject({ now: expect.stringContaining("T10:00:00") });
  });
});
