import type { Result } from "@vriddhi/core/shared/result";
import { ok } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { parseClockSetting } from "@vriddhi/sandbox/clock/clock-setting";
import {
  type ClockState,
  jump,
  marketNow,
  moveTo,
  pace,
  play,
  reanchor,
  setSpeed,
  speedOf,
  startState,
} from "@vriddhi/sandbox/clock/clock-state";
import { clockSettingFault } from "./clock-setting-fault.ts";
import type { SandboxStore, SavedClock } from "./sandbox-store.ts";

const SAVE_EVERY_MS = 5 * SECOND_MS;
const FOLLOW_EVERY_MS = SECOND_MS;
/** How far a jump may advance before followers are updated. */
const TOLD_EVERY_MS = SECOND_MS / 4;

export interface ClockReading {
  readonly now: EpochMs;
  readonly speed: number;
  readonly held: boolean;
  readonly playSpeed: number;
  readonly isPaced: boolean;
}

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
  state(): ClockState;
  change(target: { now?: EpochMs; speed?: number }): Promise<Result<ClockReading, "clock_backwards">>;
  /** One small step of a jump; stored now and then, and with the next change. */
  step(to: EpochMs): Promise<void>;
  /** Only the steps of `work` move the clock until it is done. */
  jump<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the pause; no effect on a running clock. */
  play(): Promise<void>;
  /** Limits the clock to human speed while users or brokers are waited for. */
  pace(isPaced: boolean): Promise<void>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

function createSaving(store: ClockStore, stateNow: () => SavedClock) {
  let last: SavedClock | null = null;
  async function save(): Promise<void> {
    const saved = stateNow();
    await store.write(saved);
    last = saved;
  }
  return {
    save,
    /** A clock that is stopped has nothing new to save. */
    async saveChanged(): Promise<void> {
      const { state, market } = stateNow();
      if (last?.state !== state || last.market !== market) await save();
    },
  };
}

/** The market clock of the hosting process, which alone changes and stores the state; other processes follow it. */
export async function hostClock(settingText: string, human: HumanClock, store: ClockStore): Promise<SandboxClock> {
  const setting = parseClockSetting(settingText);
  if (!setting.ok) throw new Error(clockSettingFault(settingText) ?? settingText);
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
    isPaced: state.isPaced ?? false,
  });
  let savedAt = human.now();
  const saving = createSaving(store, () => ({ state, market: now() }));
  const save = () => {
    savedAt = human.now();
    return saving.save();
  };
  await save();
  const stopSaving = everySoOften(SAVE_EVERY_MS, saving.saveChanged);
  return {
    now,
    speed: () => speedOf(state),
    read,
    state: () => state,
    async change(target) {
      const at = human.now();
      const moved = target.now === undefined ? ok(state) : moveTo(state, at, target.now);
      if (!moved.ok) return moved;
      state = target.speed === undefined ? moved.value : setSpeed(moved.value, at, target.speed);
      await save();
      return ok(read());
    },
    async step(to) {
      const moved = moveTo(state, human.now(), to);
      // The running clock may have passed the target already.
      if (moved.ok) state = moved.value;
      if (human.now() - savedAt > TOLD_EVERY_MS) await save();
    },
    async jump(work) {
      state = jump(state, human.now(), true);
      try {
        return await work();
      } finally {
        state = jump(state, human.now(), false);
        await save();
      }
    },
    async play() {
      const played = play(state, human.now());
      if (played === state) return;
      state = played;
      await save();
    },
    async pace(isPaced) {
      const paced = pace(state, human.now(), isPaced);
      if (paced === state) return;
      state = paced;
      await save();
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
  return { now: () => marketNow(state, human.now()), speed: () => speedOf(state), stop };
}

/** Repeats `work` with pauses, never concurrently. Stopping waits for the iteration in progress. */
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

const PACE_EVERY_MS = 100;

export const keepPace = (clock: SandboxClock, schedule: { isUnderWay(): Promise<boolean> }): (() => Promise<void>) =>
  everySoOften(PACE_EVERY_MS, async () => {
    const { speed, isPaced } = clock.read();
    // Skips the check where it changes nothing.
    if (speed > 1 || isPaced) await clock.pace(await schedule.isUnderWay());
  });
