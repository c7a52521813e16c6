import { THREAD_HANGS_MAX_MS } from "@vriddhi/brokers/transport/sending-thread";
import {
  EXECUTOR_SETTINGS,
  PROCESS_SILENT_MAX_MS,
  TAKE_OVER_AFTER_MS,
  THREAD_SILENT_MAX_MS,
} from "@vriddhi/execution/settings";
import { describe, expect, it } from "vitest";
import { createBeatWatch, LOOK_EVERY_MS } from "./lib/beat-watch.mjs";

const MARGIN_MIN_MS = 5_000;
const FAULT_MAX_MS = 90_000;

/** How long the watchdog lets a process go on that sent its last heartbeat; `state` as the kernel shows it. */
function watchedMs(state: string, ended: number): number {
  const watch = createBeatWatch({ holdsAccounts: true, ended });
  watch(1, { state: "S", cpu: 0 });
  let looks = 1;
  while (watch(1, { state, cpu: state === "R" ? looks : 0 }) === null) looks += 1;
  return (looks + 1) * LOOK_EVERY_MS;
}

describe("the time after which another host covers the accounts of a silent one", () => {
  it.each(["T", "S", "R", "D"])("is longer than the watchdog lets a process in state %s go on", (state) => {
    for (const ended of [0, 1, 2, 10]) expect(watchedMs(state, ended)).toBeLessThanOrEqual(PROCESS_SILENT_MAX_MS);
    expect(TAKE_OVER_AFTER_MS).toBeGreaterThanOrEqual(PROCESS_SILENT_MAX_MS + MARGIN_MIN_MS);
  });

  it("is longer than a sending thread can hang", () => {
    expect(THREAD_HANGS_MAX_MS).toBeLessThanOrEqual(THREAD_SILENT_MAX_MS);
    expect(TAKE_OVER_AFTER_MS).toBeGreaterThanOrEqual(THREAD_SILENT_MAX_MS + MARGIN_MIN_MS);
  });

  it("ends, with the lease before it, within the ninety seconds that a host may be away", () => {
    expect(EXECUTOR_SETTINGS.leaseMs + TAKE_OVER_AFTER_MS).toBeLessThan(FAULT_MAX_MS);
  });
});
