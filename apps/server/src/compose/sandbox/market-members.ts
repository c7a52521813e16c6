import { setTimeout as sleep } from "node:timers/promises";
import { epochMs, type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Logger } from "../../platform/log/logger.ts";
import type { MemberCall, MemberCard, MemberState } from "./member-wire.ts";
import type { MoveSchedule } from "./move-clock.ts";

/** A clock change waits this long for processes that are still starting. */
const GATHER_MAX_MS = 5 * MINUTE_MS;
const GATHER_LOOK_MS = 100;
/** A process that answers no call for this long hangs. */
const ANSWER_MAX_MS = 10 * MINUTE_MS;
/** The second round covers work that the last member hands back to the first. */
const IDLE_ROUNDS = 2;

const NOTHING_GOES_ON: MemberState = {
  isUnderWay: false,
  isBusy: false,
  wantsEveryTick: false,
  isExposed: false,
  wantsWholeFeed: false,
};

export interface MarketMembers {
  register(card: MemberCard): void;
  /** All members combined: a jump waits for each of them. */
  readonly schedule: MoveSchedule;
}

export function toCard(replies: unknown): MemberCard | null {
  const { id, address, place } = (replies ?? {}) as Partial<Record<keyof MemberCard, unknown>>;
  if (typeof id !== "string" || typeof address !== "string" || typeof place !== "number") return null;
  return URL.canParse(address) && new URL(address).hostname === "127.0.0.1" ? { id, address, place } : null;
}

export interface MembersDeps {
  readonly clock: HumanClock;
  readonly log: Logger;
  readonly expected: number;
}

/** The product's processes that follow this clock. A dead process refuses the connection; a slow one is awaited. */
export function createMarketMembers({ clock, log, expected }: MembersDeps): MarketMembers {
  const members = new Map<string, MemberCard>();
  const present = (): readonly MemberCard[] => [...members.values()].sort((a, b) => a.place - b.place);

  /** `null`: the process is gone; a restarted one registers under a new name. */
  async function ask<T>(card: MemberCard, call: MemberCall, asked: unknown = {}): Promise<T | null> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MAX_MS);
      const reply = await fetch(new URL(`/${call}`, card.address), {
        method: "POST",
        signal,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(asked),
      });
      if (!reply.ok) throw new Error(`the process answered with ${reply.status}`);
      return (await reply.json()) as T;
    } catch (cause) {
      members.delete(card.id);
      log.warn({ err: cause, member: card.address, call }, "sandbox: process did not answer the clock change");
      return null;
    }
  }

  async function states(): Promise<readonly MemberState[]> {
    const replies = await Promise.all(present().map((card) => ask<MemberState>(card, "state")));
    return replies.map((state) => state ?? NOTHING_GOES_ON);
  }

  async function gather(): Promise<void> {
    const deadline = later(clock.now(), GATHER_MAX_MS);
    for (;;) {
      // Finds processes that died since their last registration.
      await states();
      if (members.size >= expected) return;
      if (clock.now() >= deadline) break;
      await sleep(GATHER_LOOK_MS);
    }
    log.warn({ expected, there: members.size }, "sandbox: clock changed without the missing processes");
  }

  return {
    register: (card) => void members.set(card.id, card),
    schedule: {
      gather,
      async stopsBetween(from, to) {
        const replies = await Promise.all(present().map((card) => ask<number[]>(card, "stops", { from, to })));
        const stops = new Set(replies.flatMap((each) => each ?? []));
        return [...stops].sort((a, b) => a - b).map(epochMs);
      },
      async runDue() {
        for (const card of present()) await ask(card, "run-due");
      },
      async passOver(from, to) {
        for (const card of present()) await ask(card, "pass-over", { from, to });
      },
      async idle() {
        for (let round = 0; round < IDLE_ROUNDS; round++) for (const card of present()) await ask(card, "idle");
      },
      isUnderWay: async () => (await states()).some((state) => state.isUnderWay),
      isBusy: async () => (await states()).some((state) => state.isBusy),
      wantsEveryTick: async () => (await states()).some((state) => state.wantsEveryTick),
      isExposed: async () => (await states()).some((state) => state.isExposed),
      wantsWholeFeed: async () => (await states()).some((state) => state.wantsWholeFeed),
    },
  };
}
