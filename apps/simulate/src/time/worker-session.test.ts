import { istInstant, istMinute } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { DAY } from "../plan/day-plan.ts";
import { createDayClock } from "./day-clock.ts";
import { VirtualTime } from "./virtual-time.ts";
import { WorkerProcess } from "./worker-session.ts";

describe("a paused process", () => {
  it("reports how long it was paused since an instant, and receives pending events afterwards", async () => {
    const time = new VirtualTime();
    const workerProcess = new WorkerProcess(
      "worker-0.0",
      createDayClock(time, istInstant(DAY, istMinute(10, 30)), 1),
      0,
    );
    const received: number[] = [];
    time.after(1_000, () => workerProcess.pause(5_000));
    time.after(2_000, () => workerProcess.receive(() => received.push(time.now())));
    await time.liveUntil(7_000, () => false);
    expect(received).toEqual([6_000]);
    expect(workerProcess.stoodStillMs(0)).toBe(5_000);
    expect(workerProcess.stoodStillMs(4_000)).toBe(2_000);
    expect(workerProcess.stoodStillMs(6_500)).toBe(0);
  });

  it("is not woken by a shorter pause", async () => {
    const time = new VirtualTime();
    const workerProcess = new WorkerProcess(
      "worker-0.0",
      createDayClock(time, istInstant(DAY, istMinute(10, 30)), 1),
      0,
    );
    const received: number[] = [];
    time.after(1_000, () => workerProcess.pause(5_000));
    time.after(2_000, () => workerProcess.pause(1_000));
    time.after(4_000, () => workerProcess.receive(() => received.push(time.now())));
    await time.liveUntil(5_000, () => false);
    expect(workerProcess.isPaused()).toBe(true);
    await time.liveUntil(7_000, () => false);
    expect(received).toEqual([6_000]);
    expect(workerProcess.stoodStillMs(0)).toBe(5_000);
  });
});
