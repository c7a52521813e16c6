import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { LinkService } from "../../features/broker-link/link.service.ts";
import type { Closing } from "../closing.ts";
import type { MarketSchedule } from "../market-schedule.ts";
import { dailyStops } from "../watch-market.ts";
import type { DemoAccount } from "./demo-accounts.ts";
import { everySoOften } from "./sandbox-clock.ts";
import {
  approveForDemoAccounts,
  type DemoAccountDeps,
  reconnectDemoAccounts,
  seedDemoAccounts,
} from "./seed-demo-accounts.ts";

/** After the product's automatic logins and its connect reminders. */
const WAKES_AT = istMinute(8, 35);
const WAKES_UNTIL = istMinute(9, 0);
/** Twice, so that accounts that start late approve too. */
const APPROVES_AT = [istMinute(9, 5), istMinute(9, 13)] as const;
const APPROVES_UNTIL = istMinute(9, 30);
const LOOK_EVERY_MS = 2 * SECOND_MS;

interface DemoAccountActionsDeps extends Omit<DemoAccountDeps, "links" | "isStopped"> {
  readonly schedule: MarketSchedule;
  readonly closing: Closing;
}

interface DemoAccountActions {
  begin(links: LinkService): void;
  settled(): Promise<void>;
}

export function createDemoAccountActions(
  deps: DemoAccountActionsDeps,
  people: readonly DemoAccount[],
): DemoAccountActions {
  const { schedule, closing, marketClock, log } = deps;
  let links: LinkService | null = null;
  let work: Promise<void> = Promise.resolve();
  let wokenOn: IstDate | null = null;
  let approvedFor: EpochMs | null = null;
  let hasEnded = false;

  function start(what: (whole: DemoAccountDeps) => Promise<void>): Promise<void> {
    const service = links;
    if (service === null || hasEnded) return work;
    work = work
      .then(() => what({ ...deps, links: service, isStopped: () => hasEnded }))
      .catch((cause: unknown) => {
        if (!hasEnded) log.warn({ err: cause }, "sandbox: demo accounts incomplete");
      });
    return work;
  }

  async function wakeWhenDue(): Promise<void> {
    const now = marketClock.now();
    const day = istDateOf(now);
    const isMorning = now >= istInstant(day, WAKES_AT) && now < istInstant(day, WAKES_UNTIL);
    if (!isMorning || day === wokenOn || links === null || !isTradingDay(nseCalendar, day)) return;
    wokenOn = day;
    await start((whole) => reconnectDemoAccounts(whole, people));
  }

  async function approveWhenDue(): Promise<void> {
    const now = marketClock.now();
    const day = istDateOf(now);
    const due = APPROVES_AT.map((minute) => istInstant(day, minute)).findLast((at) => at <= now);
    const isOver = now >= istInstant(day, APPROVES_UNTIL);
    if (due === undefined || isOver || approvedFor === due || !isTradingDay(nseCalendar, day)) return;
    approvedFor = due;
    await start((whole) => approveForDemoAccounts(whole, people));
  }

  async function doWhatIsDue(): Promise<void> {
    await wakeWhenDue();
    await approveWhenDue();
  }

  if (people.length > 0) {
    const minutes = [WAKES_AT, ...APPROVES_AT];
    schedule.add({
      stopsBetween: (from, to) => minutes.flatMap((minute) => dailyStops(minute, from, to)),
      runDue: doWhatIsDue,
    });
    const stopLooking = everySoOften(LOOK_EVERY_MS, doWhatIsDue);
    closing.add("sandbox demo accounts", async () => {
      hasEnded = true;
      await stopLooking();
      await work;
    });
  }
  return {
    begin(service) {
      links = service;
      wokenOn = istDateOf(marketClock.now());
      void start((whole) => seedDemoAccounts(whole, people));
    },
    settled: () => work,
  };
}
