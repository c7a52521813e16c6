import { epochMs, type HumanClock, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Logger } from "../../platform/log/logger.ts";
import type { MemberCall, MemberCard, MemberState } from "./member-wire.ts";
import type { MoveSchedule } from "./move-clock.ts";

/** Whoever does not say for so long that it is there has ended. */
const SILENT_MAX_MS = 5 * SECOND_MS;
/** Only a hang takes longer to come to rest. */
const ANSWER_MAX_MS = 10 * MINUTE_MS;
/** What the last one hands back to the first is worked on in the second round. */
const IDLE_ROUNDS = 2;

const NOTHING_GOES_ON: MemberState = { isUnderWay: false, wantsEveryTick: false, isExposed: false };

export interface MarketMembers {
  register(card: MemberCard): void;
  /** All members as one: a jump waits for each of them. */
  readonly schedule: MoveSchedule;
}

/** A value that came over the wire is a card, or nothing is made of it. */
export function toCard(said: unknown): MemberCard | null {
  const { id, address, place } = (said ?? {}) as Partial<Record<keyof MemberCard, unknown>>;
  if (typeof id !== "string" || typeof address !== "string" || typeof place !== "number") return null;
  return URL.canParse(address) && new URL(address).hostname === "127.0.0.1" ? { id, address, place } : null;
}

/** The processes of the product that live by the clock of this one. */
export function createMarketMembers(clock: HumanClock, log: Logger): MarketMembers {
  const members = new Map<string, { readonly card: MemberCard; readonly heardAt: number }>();

  function present(): readonly MemberCard[] {
    const now = clock.now();
    for (const [id, { heardAt }] of members) if (now - heardAt > SILENT_MAX_MS) members.delete(id);
    return [...members.values()].map(({ card }) => card).sort((a, b) => a.place - b.place);
  }

  /** Null: it is not there any more; whoever was killed comes back under another name. */
  async function ask<T>(card: MemberCard, call: MemberCall, asked: unknown = {}): Promise<T | null> {
    try {
      const signal = AbortSignal.timeout(ANSWER_MAX_MS);
      const reply = await fetch(new URL(`/${call}`, card.address), {
        method: "POST",
        signal,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(asked),
      });
      if (!reply.ok) throw new Error(`it answered with ${reply.status}`);
      return (await reply.json()) as T;
    } catch (cause) {
      members.delete(card.id);
      log.warn({ err: cause, member: card.address, call }, "a process did not answer while the clock was moved");
      return null;
    }
  }

  async function states(): Promise<readonly MemberState[]> {
    const said = await Promise.all(present().map((card) => ask<MemberState>(card, "state")));
    return said.map((state) => state ?? NOTHING_GOES_ON);
  }

  return {
    register: (card) => void members.set(card.id, { card, heardAt: clock.now() }),
    schedule: {
      async stopsBetween(from, to) {
        const said = await Promise.all(present().map((card) => ask<number[]>(card, "stops", { from, to })));
        const stops = new Set(said.flatMap((each) => each ?? []));
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
      wantsEveryTick: async () => (await states()).some((state) => state.wantsEveryTick),
      isExposed: async () => (await states()).some((state) => state.isExposed),
    },
  };
}
