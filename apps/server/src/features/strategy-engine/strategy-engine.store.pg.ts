import { createHash } from "node:crypto";
import { followersOf } from "@vriddhi/core/broker/strategy-feed";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database, Tx } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { barMinutes, deskDays } from "../../platform/db/schema/market-record.ts";
import { algoRuns } from "../../platform/db/schema/run.ts";
import { shortlistPicks, signals } from "../../platform/db/schema/signal.ts";
import { lockLead } from "./lead-lock.ts";
import type { DeskPlace, NewSignal, SignalDeskStore, StoredMinute } from "./strategy-engine.store.ts";

/** `NOTIFY` after the commit, with the signal's id; best effort. */
const SIGNAL_CHANNEL = "signal";

/** Capital of the runs whose orders reach the market; paper orders never do. */
const CAPITAL = `SELECT coalesce(sum(capital_paise), 0)::bigint AS capital FROM algo_run
  WHERE trading_day = $1 AND broker = ANY($2) AND broker <> 'paper' AND started_at <= $3 AND (stopped_at IS NULL OR stopped_at > $3)`;

/** One statement for all active runs. A run may survive its deleted user. */
const TELL_PAGES = `INSERT INTO user_events (user_id, kind, payload, at)
  SELECT DISTINCT users.id, 'shortlist', '{}'::jsonb, $3::timestamptz FROM algo_run JOIN users ON users.id = user_id
  WHERE trading_day = $1 AND broker = ANY($2) AND stopped_at IS NULL`;

/** Varies the account that rounding favours from signal to signal, the same for one signal. */
function rotationOf(signalId: string, allCapital: number): number {
  const drawn = createHash("sha256").update(signalId).digest().readUInt32BE(0);
  return Math.floor((drawn / 2 ** 32) * allCapital);
}

const signalIdOf = ({ desk, day }: Pick<DeskPlace, "desk" | "day">, seq: number): string => `${desk}-${day}-${seq}`;

async function insertSignal(tx: Tx, place: DeskPlace, signal: NewSignal): Promise<void> {
  const { desk, day, epoch } = place;
  const id = signalIdOf(place, signal.seq);
  const { rows } = await tx.client.query<{ capital: string }>(CAPITAL, [
    day,
    followersOf(desk),
    toTimestamp(signal.madeAt),
  ]);
  const allCapitalPaise = Number(rows[0]?.capital ?? 0);
  await tx.db
    .insert(signals)
    .values({
      id,
      desk,
      tradingDay: day,
      seq: signal.seq,
      epoch,
      isin: signal.isin,
      symbol: signal.symbol,
      side: signal.side,
      pricePaise: signal.price,
      stopPaise: signal.stop,
      targetPaise: signal.target,
      medianTurnoverPaise: signal.medianTurnover,
      allCapitalPaise,
      rotationPaise: rotationOf(id, allCapitalPaise),
      madeAt: signal.madeAt,
      validUntil: signal.validUntil,
      marketAt: signal.marketAt,
      sentence: signal.sentence,
      record: signal.record,
    })
    .onConflictDoNothing();
  await tx.client.query("SELECT pg_notify($1, $2)", [SIGNAL_CHANNEL, id]);
}

/** Here and below: an existing row was stored by a commit whose answer was lost. */
const insertMinute = (tx: Tx, { desk, day }: DeskPlace, { minute, isWhole, bars }: StoredMinute) =>
  tx.db.insert(barMinutes).values({ desk, tradingDay: day, minute, isWhole, bars }).onConflictDoNothing();

export function createSignalDeskStore(database: Database, leadName: string): SignalDeskStore {
  const { db } = database;
  const isDay = ({ desk, day }: Pick<DeskPlace, "desk" | "day">) =>
    and(eq(deskDays.desk, desk), eq(deskDays.tradingDay, day));

  const asLeader = (place: DeskPlace, work: (tx: Tx) => Promise<void>): Promise<void> =>
    database.transaction(async (tx) => {
      await lockLead(tx, leadName, place.epoch);
      await work(tx);
    });

  return {
    async load(desk, day) {
      const [begun] = await db.select().from(deskDays).where(isDay({ desk, day }));
      if (begun === undefined) return null;
      const minutes = await db
        .select()
        .from(barMinutes)
        .where(and(eq(barMinutes.desk, desk), eq(barMinutes.tradingDay, day)))
        .orderBy(asc(barMinutes.minute));
      const made = await db
        .select({ seq: signals.seq, isin: signals.isin, side: signals.side })
        .from(signals)
        .where(and(eq(signals.desk, desk), eq(signals.tradingDay, day)));
      return { facts: begun.facts, quotes: begun.quotes, leftOut: begun.leftOut, minutes, signals: made };
    },
    begin: (place, facts, leftOut) =>
      asLeader(place, async (tx) => {
        const { desk, day } = place;
        await tx.db.insert(deskDays).values({ desk, tradingDay: day, facts, leftOut }).onConflictDoNothing();
      }),
    list: (place, { quotes, picks, leftOut, silence, at }) =>
      asLeader(place, async (tx) => {
        const { desk, day } = place;
        await tx.db.update(deskDays).set({ quotes, leftOut, silence }).where(isDay(place));
        if (picks.length > 0)
          await tx.db
            .insert(shortlistPicks)
            .values(picks.map((pick, rank) => Object.assign({ desk, tradingDay: day, rank: rank + 1 }, pick)))
            .onConflictDoNothing();
        await tx.client.query(TELL_PAGES, [day, followersOf(desk), toTimestamp(at)]);
      }),
    write: (place, minute, made, silence) =>
      asLeader(place, async (tx) => {
        if (minute !== null) await insertMinute(tx, place, minute);
        for (const signal of made) await insertSignal(tx, place, signal);
        if (silence !== null) await tx.db.update(deskDays).set({ silence }).where(isDay(place));
      }),
    async isAnybodyRunning() {
      const [run] = await db.select({ id: algoRuns.id }).from(algoRuns).where(isNull(algoRuns.stoppedAt)).limit(1);
      return run !== undefined;
    },
  };
}
