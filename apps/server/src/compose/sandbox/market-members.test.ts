import { type EpochMs, epochMs, HOUR_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, describe, expect, it } from "vitest";
import type { ProcessRole } from "../../platform/config/config.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { createClosing } from "../closing.ts";
import { createMarketSchedule, type MarketProbe } from "../market-schedule.ts";
import { createMarketMembers, toCard } from "./market-members.ts";
import { openMemberServer } from "./member-server.ts";

const log = createLogger("silent");
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const clock = createVirtualClock();
const openMembers = (expected = 0) => createMarketMembers({ clock, log, expected });

interface Given {
  readonly role: ProcessRole;
  readonly stops?: readonly number[];
  readonly probe?: Partial<MarketProbe>;
}

async function join(members: ReturnType<typeof openMembers>, seen: string[], { role, stops = [], probe = {} }: Given) {
  const schedule = createMarketSchedule();
  schedule.add({
    stopsBetween: (from, to) => stops.filter((at) => at > from && at <= to) as EpochMs[],
    runDue: async () => void seen.push(`${role} due`),
    passOver: async (from, to) => void seen.push(`${role} passes ${from} to ${to}`),
  });
  schedule.watch({ idle: async () => void seen.push(`${role} idle`), ...probe });
  const closing = createClosing(log);
  const look = async (): Promise<void> => void seen.push(`${role} looks`);
  await openMemberServer({ role, schedule, look, register: async (card) => members.register(card), closing, log });
  cleanUps.push(closing.closeAll);
  return closing.closeAll;
}

describe("processes that follow the sandbox's clock", () => {
  it("act as one schedule: due instants sorted, engines before workers, each reads the clock first", async () => {
    const members = openMembers();
    const seen: string[] = [];
    await join(members, seen, { role: "worker", stops: [30, 10] });
    await join(members, seen, { role: "engine", stops: [20, 10, 99] });
    expect(await members.schedule.stopsBetween(epochMs(5), epochMs(50))).toEqual([10, 20, 30]);
    await members.schedule.runDue();
    expect(seen.splice(0)).toEqual(["engine looks", "engine due", "worker looks", "worker due"]);
    await members.schedule.passOver(epochMs(5), epochMs(50));
    expect(seen.splice(0)).toEqual(["engine passes 5 to 50", "worker passes 5 to 50"]);
    await members.schedule.idle();
    const rest = (role: string) => [`${role} looks`, `${role} idle`];
    expect(seen).toEqual([...rest("engine"), ...rest("worker"), ...rest("engine"), ...rest("worker")]);
  });

  it("get human speed, every trade and small steps of the clock as soon as one of them asks", async () => {
    const members = openMembers();
    await join(members, [], { role: "engine" });
    const { schedule } = members;
    const states = async () => [
      await schedule.isUnderWay(),
      await schedule.wantsEveryTick(),
      await schedule.isExposed(),
    ];
    expect(await states()).toEqual([false, false, false]);
    const probe = { isUnderWay: () => true, wantsEveryTick: async () => true, isExposed: () => true };
    await join(members, [], { role: "worker", probe });
    expect(await states()).toEqual([true, true, true]);
  });

  it("are skipped after they end, and still called after an hour without contact", async () => {
    const members = openMembers();
    const seen: string[] = [];
    const end = await join(members, seen, { role: "worker", probe: { isUnderWay: () => true } });
    await join(members, seen, { role: "engine" });
    await end();
    expect(await members.schedule.isUnderWay()).toBe(false);
    clock.advance(HOUR_MS);
    await members.schedule.runDue();
    expect(seen).toEqual(["engine looks", "engine due"]);
  });

  it("are awaited before the clock moves, while they start and after a restart under a new id", async () => {
    const members = openMembers(2);
    let isComplete = false;
    async function gather(): Promise<void> {
      isComplete = false;
      await members.schedule.gather?.();
      isComplete = true;
    }
    const end = await join(members, [], { role: "engine" });
    const first = gather();
    await members.schedule.isUnderWay();
    expect(isComplete).toBe(false);
    await join(members, [], { role: "worker" });
    await first;
    await end();
    const second = gather();
    await members.schedule.isUnderWay();
    expect(isComplete).toBe(false);
    await join(members, [], { role: "engine" });
    await second;
    expect(isComplete).toBe(true);
  });

  it("are awaited for a limited time when one never registers", async () => {
    const members = openMembers(1);
    const gathered = members.schedule.gather?.();
    clock.advance(HOUR_MS);
    await gathered;
    expect(await members.schedule.isUnderWay()).toBe(false);
  });

  it("register only with an address of this machine; an invalid registration is ignored", () => {
    const card = { id: "a", address: "http://127.0.0.1:4711", place: 1 };
    expect(toCard(card)).toEqual(card);
    for (const body of [null, {}, { ...card, address: "http://example.com/" }, { ...card, place: "first" }])
      expect(toCard(body)).toBeNull();
  });
});
