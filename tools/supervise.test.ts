import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createBeatWatch, LOOK_EVERY_MS, readMainThread } from "./lib/beat-watch.mjs";
import { supervise } from "./lib/supervise.mjs";

interface Life {
  readonly holdsAccounts?: boolean;
  readonly ended?: number;
  /** What the kernel says of the main thread at a look. */
  thread(look: number): { state: string; cpu: number } | null;
  /** Beats so far at a look. */
  beats?(look: number): number | null;
}

/** Looks at a life for as long as it lasts, in virtual time: when it is given up, in seconds, and why. */
function watchSession({ holdsAccounts = false, ended = 0, thread, beats = () => 7 }: Life, hours = 1) {
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

describe("a process without a beat", () => {
  it("is given up after 15 seconds when it does nothing, whatever it holds and however often that happened", () => {
    for (const holdsAccounts of [true, false])
      for (const ended of [0, 5])
        expect(watchSession({ holdsAccounts, ended, thread: asleep })).toEqual([16, "is silent"]);
  });

  it.each([
    ["computes", computing],
    ["waits for a core", starved],
    ["waits for the disk", () => ({ state: "D", cpu: 40 })],
  ])("is left alone for a minute while it %s, and longer each time that this was too short", (_what, thread) => {
    const seconds = [0, 1, 2, 3, 9].map((ended) => watchSession({ ended, thread })?.[0]);
    expect(seconds).toEqual([61, 121, 241, 481, 481]);
  });

  it("is given up sooner while it holds accounts, which nothing else can act for: after a minute at most", () => {
    const seconds = [0, 1, 2, 9].map((ended) => watchSession({ holdsAccounts: true, ended, thread: computing }));
    expect(seconds).toEqual([16, 31, 61, 61].map((at) => [at, "is busy and silent"]));
  });

  it("is given up within two seconds when it was stopped", () => {
    expect(watchSession({ thread: () => ({ state: "T", cpu: 40 }) })).toEqual([2, "was stopped"]);
  });

  it("is judged by its silence alone where the kernel says nothing", () => {
    expect(watchSession({ thread: () => null })).toEqual([16, "is silent"]);
  });
});

describe("a process that is left alone", () => {
  it("beats, whatever its thread does", () => {
    expect(watchSession({ thread: asleep, beats: (look) => look >> 3 })).toBeNull();
  });

  it("has not come to its first beat yet", () => {
    expect(watchSession({ thread: asleep, beats: () => null })).toBeNull();
  });

  it("hangs and works by turns, and never for long", () => {
    const thread = (look: number) => ({ state: "S", cpu: look >> 4 });
    expect(watchSession({ thread, beats: (look) => Math.floor(look / 100) })).toBeNull();
  });
});

it.runIf(process.platform === "linux")("the kernel tells state and computing time of a main thread", () => {
  expect(readMainThread(process.pid)).toEqual({ state: expect.stringMatching(/^[A-Z]$/), cpu: expect.any(Number) });
  expect(readMainThread(undefined)).toBeNull();
});

describe("a spawn that fails", () => {
  const fail = () => spawn("/no/such/program");

  it("ends the first start with code 1 and the reason", async () => {
    const said: string[] = [];
    const { ended } = supervise({ name: "the server", start: fail, say: (line) => said.push(line) });
    expect(await ended).toBe(1);
    expect(said).toEqual(["the server: spawn /no/such/program ENOENT"]);
  });

  it("is retried after the process was ready once, and the supervisor still stops", async () => {
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
