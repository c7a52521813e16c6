import { type HumanClock, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Timers } from "../../platform/clock/timers.ts";
import type { Database } from "../../platform/db/database.ts";
import { findHalt } from "./desk-halt.store.pg.ts";
import type { KillSwitch } from "./kill-switch.ts";
import { countOpen } from "./open-count.store.pg.ts";

/** Back-office calls must answer within 30 s. */
const WAIT_MAX_MS = 20 * SECOND_MS;
const LOOK_EVERY_MS = 250;

interface StillOpen {
  readonly accounts: number;
  readonly orders: number;
}

interface CloseEverythingDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly killSwitch: Pick<KillSwitch, "killAll">;
  readonly humanClock: HumanClock;
  readonly timers: Timers;
}

export async function countStillOpen(database: Database): Promise<StillOpen> {
  const { positions, orders, unclear } = await countOpen(database);
  return { accounts: positions, orders: orders + unclear };
}

/** Stops all trading and waits until nothing is open; returns what is open when the wait ends. */
export async function closeEverything(
  { database, audit, killSwitch, humanClock, timers }: CloseEverythingDeps,
  by: { readonly userId: string; readonly ip: string },
): Promise<StillOpen> {
  const halt = await findHalt(database);
  await database.transaction(async (tx) => {
    await killSwitch.killAll(tx);
    const before = { isOn: halt !== null, closesPositions: halt?.closesPositions ?? false };
    const after = { isOn: true, closesPositions: true };
    await audit.record({ kind: "desk_halted", userId: null, byUserId: by.userId, ip: by.ip, before, after }, tx);
  });
  const until = later(humanClock.now(), WAIT_MAX_MS);
  for (;;) {
    const open = await countStillOpen(database);
    if (open.accounts + open.orders === 0 || humanClock.now() >= until) return open;
    await new Promise<void>((resolve) => timers.after(LOOK_EVERY_MS, resolve));
  }
}
