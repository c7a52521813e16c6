import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { createMarketSchedule, type MarketProbe } from "../market-schedule.ts";
import { moveClock } from "./move-clock.ts";
import { hostClock } from "./sandbox-clock.ts";

const instant = (text: string): EpochMs => epochMs(Date.parse(`2026-11-16T${text}+05:30`));

const inIndia = (at: EpochMs): string => new Date(at + 19_800_000).toISOString();
const minuteOf = (at: EpochMs): string => inIndia(at).slice(0, 16);

async function rig(start: string, probe: Partial<MarketProbe> = {}, stops: readonly EpochMs[] = []) {
  const human = createVirtualClock(instant("06:00:00"));
  const clock = await hostClock(`2026-11-16T${start}+05:30@0`, human, {
    read: async () => null,
    write: async () => {},
  });
  const schedule = createMarketSchedule();
  const seen: string[] = [];
  let carried = "all";
  const note = (what: string) => seen.push(`${what} ${inIndia(clock.now()).slice(11, 19)}`);
  schedule.watch({ idle: async () => void note("idle"), ...probe });
  schedule.add({
    stopsBetween: (from, to) => stops.filter((at) => at > from && at <= to),
    runDue: async () => void note("due"),
    passOver: async (from, to) => void note(`passed ${minuteOf(from)} to ${minuteOf(to)}`),
  });
  const { judge, ...unjudged } = schedule;
  const played = probe.judge === undefined ? unjudged : { ...unjudged, judge };
  const moveTo = (to: EpochMs) =>
    moveClock(
      {
        clock,
        humanClock: human,
        schedule: { ...played, gather: async () => void note("gathered") },
        catchUp: async () => void note(carried === "all" ? "lived in full" : "lived"),
        carry: (detail) => {
          carried = detail;
        },
        delivered: async () => void note("delivered"),
        pause: async (ms) => human.advance(ms),
      },
      to,
    );
  const move = (to: string) => moveTo(instant(to));
  const leap = (to: string) => moveTo(epochMs(Date.parse(to)));
  return { clock, human, seen, move, leap };
}

describe("a jump of the market clock", () => {
  it("simulates the open market in small steps, and waits for idle after each", async () => {
    const { seen, move } = await rig("10:00:02", { wantsEveryTick: () => true });
    expect(await move("10:01:10")).toEqual({ ok: true, value: null });
    const step = (at: string) => [`lived ${at}`, `delivered ${at}`, `idle ${at}`];
    expect(seen.slice(2, 11)).toEqual([...step("10:00:22"), ...step("10:00:42"), ...step("10:01:02")]);
    expect(seen.slice(-2)).toEqual(["due 10:01:10", "idle 10:01:10"]);
  });

  it("sends every trade where an order fills by what the feed sends", async () => {
    const { seen, move } = await rig("10:00:02", { wantsEveryTick: () => true, wantsWholeFeed: () => true });
    await move("10:00:12");
    expect(seen).toContain("lived in full 10:00:12");
  });

  it("takes smaller steps while prices may close a position", async () => {
    const { seen, move } = await rig("10:00:02", { wantsEveryTick: () => true, isExposed: () => true });
    await move("10:00:12");
    expect(seen.filter((line) => line.startsWith("lived"))).toEqual([
      "lived 10:00:07",
      "lived 10:00:12",
      "lived 10:00:12",
    ]);
  });

  it.each([
    ["open", { isExposed: () => true }],
    ["on its way", { isUnderWay: () => true }],
  ])(
    "waits for idle twice while an order or position is %s, because the last check may create work for the first",
    async (_what, probe) => {
      const { seen, move } = await rig("10:00:02", { wantsEveryTick: () => true, ...probe });
      await move("10:00:02");
      expect(seen.slice(-3)).toEqual(["due 10:00:02", "idle 10:00:02", "idle 10:00:02"]);
    },
  );

  it("runs due work at its instant, before the market continues", async () => {
    const { seen, move } = await rig("08:40:00", { wantsEveryTick: () => true }, [instant("08:50:00")]);
    await move("08:59:00");
    const due = seen.filter((line) => line.startsWith("due"));
    expect(due).toEqual(["due 08:40:00", "due 08:50:00", "due 08:59:00"]);
  });

  it("skips at once over a closed market and over one without user orders", async () => {
    const night = await rig("16:30:00", { wantsEveryTick: () => true });
    await night.move("23:00:00");
    expect(night.seen.filter((line) => line.startsWith("lived")).length).toBeLessThan(4);
    const calm = await rig("10:00:00");
    await calm.move("15:00:00");
    expect(calm.seen.filter((line) => line.startsWith("lived")).length).toBeLessThan(4);
  });

  it("runs at human speed while an order is in flight, and no faster", async () => {
    const open = { until: epochMs(0) };
    const { clock, human, move } = await rig("10:00:00", {
      isUnderWay: () => human.now() < open.until,
      wantsEveryTick: () => true,
    });
    const asked = human.now();
    open.until = later(asked, 15 * SECOND_MS);
    await move("10:05:00");
    expect(human.now() - asked).toBeGreaterThanOrEqual(15 * SECOND_MS);
    expect(human.now() - asked).toBeLessThan(MINUTE_MS);
    expect(clock.now()).toBe(instant("10:05:00"));
  });

  it("holds the market while an order waits for an answer, and for ten seconds at most", async () => {
    const answered = { at: epochMs(0) };
    const { clock, human, seen, move } = await rig("10:00:02", {
      isUnderWay: () => human.now() < answered.at,
      isBusy: () => human.now() < answered.at,
      wantsEveryTick: () => true,
    });
    answered.at = later(human.now(), 8 * SECOND_MS);
    await move("10:00:10");
    expect(seen.filter((line) => line.startsWith("lived"))[0]).toBe("lived 10:00:02");
    answered.at = later(human.now(), 15 * SECOND_MS);
    await move("10:00:14");
    expect(seen).toContain("lived 10:00:11");
    expect(clock.now()).toBe(instant("10:00:14"));
  });

  it("lets prices decide after each second while they may close a position, and comes to rest at the first that does", async () => {
    let decisions = 0;
    const { seen, move } = await rig("10:00:02", {
      wantsEveryTick: () => true,
      isExposed: () => true,
      judge: async () => ++decisions === 3,
    });
    await move("10:01:02");
    expect(decisions).toBe(60);
    const lived = seen.filter((line) => line.startsWith("lived"));
    expect(lived.slice(0, 4)).toEqual(["lived 10:00:03", "lived 10:00:04", "lived 10:00:05", "lived 10:00:05"]);
    expect([...new Set(seen.filter((line) => line.startsWith("idle")))]).toEqual(["idle 10:00:05", "idle 10:01:02"]);
  });

  it("settles once a minute, however many trades there are, while nothing of ours is open", async () => {
    const { seen, move } = await rig("12:00:02", { wantsEveryTick: () => true, judge: async () => false });
    await move("14:00:02");
    expect(seen.filter((line) => line.startsWith("idle"))).toHaveLength(122);
    expect(seen.filter((line) => line.startsWith("lived"))).toHaveLength(121);
  });

  it("reports the days it skips beyond a week before it moves, and stops only within the last week", async () => {
    const stops = [14, 21, 27].map((day) => epochMs(Date.parse(`2026-11-${day}T00:00:00+05:30`)));
    const { seen, leap } = await rig("08:40:00", {}, stops);
    await leap("2026-11-26T08:40:00+05:30");
    expect(seen.filter((line) => /^(due|passed)/.test(line))).toEqual([
      "due 08:40:00",
      "passed 2026-11-16T08:40 to 2026-11-19T08:40 08:40:00",
      "due 00:00:00",
      "due 08:40:00",
    ]);
    seen.length = 0;
    await leap("2026-11-27T08:40:00+05:30");
    expect(seen.filter((line) => line.startsWith("passed"))).toEqual([]);
  });

  it("begins after every process that follows the clock has registered", async () => {
    const { seen, move } = await rig("10:00:00");
    await move("10:00:10");
    expect(seen[0]).toBe("gathered 10:00:00");
  });

  it("is refused backwards, without waiting", async () => {
    const { seen, move } = await rig("10:00:00");
    expect(await move("09:59:59")).toEqual({ ok: false, error: "clock_backwards" });
    expect(seen).toEqual([]);
  });
});
