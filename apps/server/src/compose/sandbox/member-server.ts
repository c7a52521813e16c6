import { randomUUID } from "node:crypto";
import { type EpochMs, epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { ProcessRole } from "../../platform/config/config.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Closing } from "../closing.ts";
import type { MarketSchedule } from "../market-schedule.ts";
import { closeServer, jsonServer, listenHere, type MemberCall, type MemberCard, readJson } from "./member-wire.ts";
import { everySoOften } from "./sandbox-clock.ts";

/** Processing order: the engine hands work to the worker; the API comes last. */
const places: Readonly<Record<ProcessRole, number>> = { sandbox: 0, engine: 1, all: 1, worker: 2, api: 3 };
const REGISTER_EVERY_MS = SECOND_MS;

export interface MemberServerDeps {
  readonly role: ProcessRole;
  readonly schedule: MarketSchedule;
  look(): Promise<void>;
  register(card: MemberCard): Promise<void>;
  readonly closing: Closing;
  readonly log: Logger;
}

type Calls = Readonly<Record<MemberCall, (asked: unknown) => Promise<unknown>>>;

function spanOf(asked: unknown): readonly [EpochMs, EpochMs] {
  const { from, to } = asked as { readonly from: number; readonly to: number };
  return [epochMs(from), epochMs(to)];
}

const callsOf = ({ schedule, look }: MemberServerDeps): Calls => ({
  stops: async (asked) => schedule.stopsBetween(...spanOf(asked)),
  async "run-due"() {
    await look();
    await schedule.runDue();
    return {};
  },
  async "pass-over"(asked) {
    await schedule.passOver(...spanOf(asked));
    return {};
  },
  async idle() {
    await look();
    await schedule.idle();
    return {};
  },
  state: async () => ({
    isUnderWay: await schedule.isUnderWay(),
    isBusy: schedule.isBusy(),
    wantsEveryTick: await schedule.wantsEveryTick(),
    isExposed: schedule.isExposed(),
    wantsWholeFeed: schedule.wantsWholeFeed(),
  }),
});

/** Registers repeatedly, so that a restarted sandbox knows it too. */
export async function openMemberServer(deps: MemberServerDeps): Promise<void> {
  const calls = callsOf(deps);
  const server = jsonServer(
    async (incoming) => {
      const work = calls[(incoming.url ?? "/").slice(1) as MemberCall];
      if (work === undefined) return { status: 404, body: { code: "not_found", detail: "There is nothing here." } };
      return { status: 200, body: await work(await readJson(incoming)) };
    },
    (cause) => deps.log.warn({ err: cause }, "sandbox: call from the sandbox process failed"),
  );
  const card: MemberCard = { id: randomUUID(), address: await listenHere(server, 0), place: places[deps.role] };
  deps.closing.add("sandbox member", () => closeServer(server));
  await deps.register(card).catch(() => undefined);
  deps.closing.add(
    "sandbox register",
    everySoOften(REGISTER_EVERY_MS, () => deps.register(card)),
  );
}
