import type { Result } from "@vriddhi/core/shared/result";
import { ok } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { parseClockSetting } from "@vriddhi/sandbox/clock/clock-setting";
import { type ClockState, marketNow, moveTo, reanchor, setSpeed, startState } from "@vriddhi/sandbox/clock/clock-state";
import type { SandboxStore, SavedClock } from "./sandbox-store.ts";

const SAVE_EVERY_MS = 5 * SECOND_MS;
const FOLLOW_EVERY_MS = SECOND_MS;

export interface ClockReading {
  readonly now: EpochMs;
  readonly speed: number;
  readonly held: boolean;
  readonly playSpeed: number;
}

/** Where the clock's state outlives its process. */
export interface ClockStore {
  read(): Promise<SavedClock | null>;
  write(saved: SavedClock): Promise<void>;
}

export const clockStoreIn = (store: SandboxStore): ClockStore => ({
  read: () => store.read("clock"),
  write: (saved) => store.write("clock", saved),
});

export interface SandboxClock extends MarketClock {
  read(): ClockReading;
  /** How it goes on from here, told as a value. */
  state(): ClockState;
  change(wish: { now?: EpochMs; speed?: number }): Promise<Result<ClockReading, "clock_backwards">>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The market clock of the hosting process: it alone changes and saves the state, the others follow. */
export async function hostClock(settingText: string, human: HumanClock, store: ClockStore): Promise<SandboxClock> {
  const setting = parseClockSetting(settingText);
  if (!setting.ok)
    throw new Error(
      `SANDBOX_CLOCK=${settingText} is not understood; try next-open@20, real, or 2026-11-16T08:40:00+05:30@20`,
    );
  const playSpeed = "speed" in setting.value && setting.value.speed > 0 ? setting.value.speed : 1;
  const fresh = () => startState(setting.value, human.now(), nseCalendar);
  const saved = setting.value.kind === "real" ? null : await store.read();
  let state: ClockState = saved ? reanchor(saved.state, saved.market, human.now()) : fresh();
  const now = () => marketNow(state, human.now());
  const read = (): ClockReading => ({
    now: now(),
    speed: state.speed,
    held: state.heldSpeed !== null,
    playSpeed: state.heldSpeed ?? playSpeed,
  });
  const save = () => store.write({ state, market: now() });
  await save();
  const stopSaving = everySoOften(SAVE_EVERY_MS, save);
  return {
    now,
    read,
    state: () => state,
    async change(wish) {
      const at = human.now();
      const moved = wish.now === undefined ? ok(state) : moveTo(state, at, wish.now);
      if (!moved.ok) return moved;
      state = wish.speed === undefined ? moved.value : setSpeed(moved.value, at, wish.speed);
      await save();
      return ok(read());
    },
    async reset() {
      state = fresh();
      await save();
    },
    async stop() {
      await stopSaving();
      await save();
    },
  };
}

/** The same clock seen from another process. */
export async function followClock(
  human: HumanClock,
  store: SandboxStore,
): Promise<MarketClock & { stop(): Promise<void> }> {
  const saved = await store.read("clock");
  if (!saved) throw new Error("no sandbox runs on this database yet: start a process with ROLE=all first");
  let { state } = saved;
  const stop = everySoOften(FOLLOW_EVERY_MS, async () => {
    state = (await store.read("clock"))?.state ?? state;
  });
  return { now: () => marketNow(state, human.now()), stop };
}

/** Repeats `work`, never twice at once; a failure waits for the next turn. Stopping waits for the turn that runs. */
export function everySoOften(pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  let turn: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    turn = turn.then(work).catch(() => undefined);
  }, pauseMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return turn;
  };
}
