import { later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istInstant } from "@vriddhi/core/time/ist";
import { brokers } from "./members.ts";
import type { Broker } from "./model.ts";
import type { Segment, SessionDay } from "./sessions.ts";
import type { AccountState, Line } from "./states.ts";
import { placeOrder } from "./trading.ts";
import { endOrder } from "./withdrawal.ts";
import { instantOf, segmentOf, type World } from "./world.ts";

const SEGMENTS: readonly Segment[] = ["fno", "other"];

/** For sessions with other hours than the setting's. */
const BEFORE_CLOSE_MS = 5 * MINUTE_MS;

function cancelWorking(world: World, line: Line): void {
  for (const order of [...line.working]) endOrder(world, order, "cancelled", "square_off");
}

/** Sends exits for the whole position, in as many orders as the exchange's largest needs. */
function closeLine(world: World, account: AccountState, line: Line): void {
  const instrument = world.instruments[line.symbolIndex];
  if (instrument === undefined) return;
  let left = Math.abs(line.net);
  const side = line.net > 0 ? "sell" : "buy";
  while (left > 0) {
    const quantity = Math.min(left, instrument.quantityMax);
    placeOrder(world, {
      account: account.id,
      symbol: instrument.symbol,
      side,
      quantity,
      product: "intraday",
      pricing: { kind: "market", protection: world.settings.squareOffProtectionBasisPoints },
      placedBy: "broker",
    });
    left -= quantity;
  }
}

function squareOffAccount(world: World, account: AccountState, segment: Segment): boolean {
  let isOpen = false;
  for (const line of account.lines?.values() ?? []) {
    if (line.product !== "intraday" || segmentOf(world, line.symbolIndex) !== segment) continue;
    cancelWorking(world, line);
    if (line.net !== 0) closeLine(world, account, line);
    isOpen ||= line.net !== 0;
  }
  return isOpen;
}

export function squareOffNow(world: World, account: AccountState): void {
  for (const segment of SEGMENTS) squareOffAccount(world, account, segment);
}

/** The broker closes open intraday positions, and retries every minute until all is flat. */
function squareOff(world: World, day: SessionDay, broker: Broker, segment: Segment): void {
  let isOpen = false;
  for (const account of world.accounts.values()) {
    if (account.broker === broker && squareOffAccount(world, account, segment)) isOpen = true;
  }
  const again = later(instantOf(world), MINUTE_MS);
  if (isOpen && again < day[segment].continuousUntil) {
    world.agenda.plan(again, () => squareOff(world, day, broker, segment));
  }
}

export function planSquareOffs(world: World, day: SessionDay): void {
  for (const broker of brokers) {
    for (const segment of SEGMENTS) {
      const { open, continuousUntil } = day[segment];
      const set = istInstant(day.date, world.settings.squareOff[broker][segment]);
      const isInside = set > open && set < continuousUntil;
      const at = isInside ? set : later(continuousUntil, -BEFORE_CLOSE_MS);
      world.agenda.plan(at, () => squareOff(world, day, broker, segment));
    }
  }
}
