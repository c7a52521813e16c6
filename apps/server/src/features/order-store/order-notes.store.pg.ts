import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { NotOwner } from "@vriddhi/execution/ports/ownership";
import { bucketsOf, HOLDERS_FOUND, holderOf, holds, isOwned, type OrderAsk, owners } from "./order-batches.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { appendEvents, eventColumns, eventRow } from "./order-rows.ts";
import { StatementBatcher } from "./statement-batcher.ts";

/** Ledger lines alone are cheap, and the end of the day brings thousands: a few statements write them all. */
const CALLERS_MAX = 4_096;

const eventRows = eventColumns("holder bigint");

const ADD: Statement = {
  name: "order_add_notes",
  text: `WITH ${owners("$1")}, ${appendEvents(eventRows.from(2), isOwned("said"))} SELECT ${HOLDERS_FOUND}`,
};

interface Noting extends OrderAsk {
  readonly events: readonly LedgerEvent[];
}

type Noted = Result<readonly [], NotOwner>;

async function addNotes(pool: OrderPool, asked: readonly Noting[]): Promise<readonly Noted[]> {
  await pool.prepareDays(asked.flatMap(({ events }) => events.map(({ day }) => day)));
  const rows = asked.flatMap(({ lease, events }) =>
    events.map((event) => ({ holder: holderOf(lease), ...eventRow(event) })),
  );
  type Row = { readonly holders: readonly number[] };
  const [row] = await pool.ask<Row>(ADD, [bucketsOf(asked), ...eventRows.values(rows)]);
  if (row === undefined) return [];
  return asked.map(({ lease }) => (holds(row.holders, lease) ? ok([]) : err({ kind: "not_owner" })));
}

export const createNotes = (pool: OrderPool): StatementBatcher<Noting, Noted> =>
  new StatementBatcher({
    run: (asked) => addNotes(pool, asked),
    dayOf: ({ day }) => day,
    touches: () => [],
    callersMax: CALLERS_MAX,
  });
