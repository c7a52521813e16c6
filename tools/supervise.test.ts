import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createBeatWatch, LOOK_EVERY_MS, readMainThread } from "./lib/beat-watch.mjs";
import { supervise } from "./lib/supervise.mjs";

interface ProcessRun {
  readonly holdsAccounts?: boolean;
  readonly ended?: number;
  /** The kernel's state of the main thread at a check. */
  thread(look: number): { state: string; cpu: number } | null;
  beats?(look: number): number | null;
}

/** Checks a process in virtual time: when it is killed, in seconds, and why. */
function watchSession({ holdsAccounts = false, ended = 0, thread, beats = () => 7 }: ProcessRun, hours = 1) {
  const watch = createBeatWatch({ holdsAccounts, ended });
  for (let look = 1; look <= (hours * 3_600_000) / LOOK_EVERY_MS; look++) {
    const why = watch(beats(look), thread(look));
    if (why !== null) return [Math.round((look * LOOK_EVERY_MS) / 1_000), why];
  }
  return null;
}

const asleep = () => ({ state: "S", cpu: 40 });
const computing = (look: number) => ({ state: "S", cpu: look });
const starved = () => ({ state: "R", cpu: 40 });

describe("a process without a heartbeat", () => {
  it("is killed after 15 idle seconds, whatever accounts it holds and however often that happened", () => {
    for (const holdsAccounts of [true, false])
      for (const ended of [0, 5])
        expect(watchSession({ holdsAccounts, ended, thread: asleep })).toEqual([16, "is silent"]);
  });

  it.each([
    ["computes", computing],
    ["waits for a core", starved],
    ["waits for the disk", () => ({ state: "D", cpu: 40 })],
  ])("is kept for a minute while it %s, and longer after each kill that was too early", (_what, thread) => {
    const seconds = [0, 1, 2, 3, 9].map((ended) => watchSession({ ended, thread })?.[0]);
    expect(seconds).toEqual([61, 121, 241, 481, 481]);
  });

  it("is killed after a minute at most while it holds accounts, because no other process can act for them", () => {
    const seconds = [0, 1, 2, 9].map((ended) => watchSession({ holdsAccounts: true, ended, thread: computing }));
    expect(seconds).toEqual([16, 31, 61, 61].map((at) => [at, "is busy and silent"]));
  });

  it("is killed within two seconds when the system has stopped it", () => {
    expect(watchSession({ thread: () => ({ state: "T", cpu: 40 }) })).toEqual([2, "was stopped"]);
  });

  it("is killed by its silence alone when the kernel reports no state", () => {
    expect(watchSession({ thread: () => null })).toEqual([16, "is silent"]);
  });
});

describe("a process that is kept", () => {
  it("sends heartbeats, whatever its main thread does", () => {
    expect(watchSession({ thread: asleep, beats: (look) => look >> 3 })).toBeNull();
  });

  it("has not sent its first heartbeat yet", () => {
    expect(watchSession({ thread: asleep, beats: () => null })).toBeNull();
  });

  it("alternates between hanging and working, and never for long", () => {
    const thread = (look: number) => ({ state: "S", cpu: look >> 4 });
    expect(watchSession({ thread, beats: (look) => Math.floor(look / 100) })).toBeNull();
  });
});

it.runIf(process.platform === "linux")("reads a main thread's state and CPU time from the kernel", () => {
  expect(readMainThread(process.pid)).toEqual({ state: expect.stringMatching(/^[A-Z]$/), cpu: expect.any(Number) });
  expect(readMainThread(undefined)).toBeNull();
});

describe("a failed spawn", () => {
  const fail = () => spawn("/no/such/program");

  it("ends the first start with code 1 and the reason", async () => {
    const lines: string[] = [];
    const { ended } = supervise({ name: "the server", start: fail, say: (line) => lines.push(line) });
    expect(await ended).toBe(1);
    expect(lines).toEqual(["the server: spawn /no/such/program ENOENT"]);
  });

  it("is retried if the process was ready once, and the supervisor still stops on request", async () => {
    const program = 'process.send({ kind: "ready" }, () => process.exit(3))';
    let starts = 0;
    const { ended, stop } = supervise({
      name: "the server",
      start: () => {
        starts += 1;
        if (starts === 1)
          return spawn(process.execPath, ["-e", program], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
        if (starts === 3) stop("SIGTERM");
        return fail();
      },
      say: () => undefined,
    });
    expect(await ended).toBe(1);
    expect(starts).toBe(3);
  });
});
