import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { LedgerEvent, LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { Side } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { Drift } from "@vriddhi/core/strategy/drift";
import { sessionsBefore } from "@vriddhi/core/strategy/strategy-facts";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { StoredCommand, StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { SignalRecordRow } from "../../platform/db/schema/signal.ts";

export interface PastSignal {
  readonly id: string;
  readonly isin: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: Paise;
  readonly stop: Paise;
  readonly target: Paise | null;
  readonly medianTurnover: Paise;
  readonly allCapital: Paise;
  readonly rotation: Paise;
  readonly madeAt: EpochMs;
  readonly validUntil: EpochMs;
  readonly sentence: string;
  readonly record: SignalRecordRow;
}

export interface PastDay {
  readonly day: IstDate;
  /** `null`: no share qualified. */
  readonly signal: PastSignal | null;
  readonly drift: Drift;
  readonly minutesReceived: number;
  readonly orders: readonly StoredOrder[];
  readonly commands: readonly StoredCommand[];
  readonly events: readonly LedgerEvent[];
}

interface WrittenDay extends Omit<PastDay, "events"> {
  readonly events: readonly { readonly at: EpochMs; readonly fact: LedgerFact }[];
}

const WRITTEN_ACCOUNT = "demo-account";

const INSTANTS: ReadonlySet<string> = new Set([
  ...["at", "madeAt", "validUntil", "plannedAt", "claimedAt", "unknownSince", "lateSince", "seenAt", "filledSeenAt"],
  ...["since", "lostAt", "provedAt", "sentAt"],
]);

const midnightOf = (day: IstDate): EpochMs => istInstant(day, istMinute(0, 0));

const writtenDayOf = (line: string): IstDate => istDate((JSON.parse(line) as { readonly day: string }).day);

function dayOf(line: string, day: IstDate, accountId: AccountId): PastDay {
  const written = writtenDayOf(line);
  const moved = midnightOf(day) - midnightOf(written);
  const renamed = line.replaceAll(written, day).replaceAll(WRITTEN_ACCOUNT, accountId);
  const parsed = JSON.parse(renamed, (name, value: unknown) =>
    typeof value === "number" && INSTANTS.has(name) ? value + moved : value,
  ) as WrittenDay;
  return Object.assign(parsed, { events: parsed.events.map(({ at, fact }) => ({ accountId, day, at, fact })) });
}

/** The file's days (see apps/simulate/src/month); the last one falls on the last session before `today`. */
export function pastDays(file: string, account: AccountId, today: IstDate): readonly PastDay[] {
  const lines = file.trimEnd().split("\n");
  const days = sessionsBefore(nseCalendar, today, lines.length);
  return days.map((day, place) => dayOf(lines[place + lines.length - days.length] ?? "", day, account));
}
