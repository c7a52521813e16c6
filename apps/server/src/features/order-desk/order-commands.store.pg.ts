import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { CommandAnswer } from "@vriddhi/core/order/order-command";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { OrderStore, Stale } from "@vriddhi/execution/ports/order-store";
import type { BucketLease, NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredCommand } from "@vriddhi/execution/ports/stored-order";
import { toTimestamp } from "../../platform/db/instant.ts";
import { Crowd } from "./crowd.ts";
import { bucketsOf, type FoundOwner, holds, isOwned, type OrderAsk, OWNERS_FOUND, owners } from "./order-crowd.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { appendEvents, eventRow } from "./order-rows.ts";

/** Commands of many callers; each caller has one, of an order that no other one touches. */
const ADD: Statement = {
  name: "order_add_commands",
  text: `WITH ${owners("$1")},
    wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset($3::json) AS w(bucket smallint, epoch bigint, tag text, version int, n int,
        kind text, quantity int, pricing jsonb, sent_at timestamptz, answer text, verdict text)
    ),
    seen AS MATERIALIZED (
      SELECT i.tag FROM wanted w
      JOIN intent i ON i.tag = w.tag AND i.trading_day = $2::date AND i.version = w.version
      WHERE ${isOwned("w")} ORDER BY i.tag FOR UPDATE OF i
    ),
    added AS (
      INSERT INTO command (tag, n, kind, quantity, pricing, sent_at, answer, verdict)
      SELECT w.tag, w.n, w.kind, w.quantity, w.pricing, w.sent_at, w.answer, w.verdict FROM wanted w
      WHERE w.tag IN (SELECT seen.tag FROM seen) ON CONFLICT DO NOTHING RETURNING tag
    ),
    ${appendEvents("$4", "said.commanded IN (SELECT added.tag FROM added)", "commanded text, ")}
    SELECT ${OWNERS_FOUND}, ARRAY(SELECT tag FROM added) AS tags`,
};

const ANSWER: Statement = {
  name: "order_answer_commands",
  text: `WITH ${owners("$1")},
    answered AS (
      UPDATE command c SET answer = w.answer
      FROM json_to_recordset($2::json) AS w(bucket smallint, epoch bigint, tag text, n int, answer text)
      WHERE ${isOwned("w")} AND c.tag = w.tag AND c.n = w.n AND c.verdict = 'open'
    )
    SELECT ${OWNERS_FOUND}`,
};

interface Commanding extends OrderAsk {
  readonly stored: StoredCommand;
  readonly orderVersion: number;
  readonly events: readonly LedgerEvent[];
}

interface Answering {
  readonly lease: BucketLease;
  readonly tag: OrderTag;
  readonly n: number;
  readonly answer: CommandAnswer;
}

type Commanded = Result<null, NotOwner | Stale>;
type Answered = Result<null, NotOwner>;

function commandRow({ lease, stored, orderVersion }: Commanding) {
  const { command, tag, verdict } = stored;
  const { n, kind, sentAt, answer } = command;
  const isModify = command.kind === "modify";
  return {
    ...lease,
    ...{ tag, version: orderVersion, n, kind, answer, verdict, sent_at: toTimestamp(sentAt) },
    quantity: isModify ? command.quantity : null,
    pricing: isModify ? command.pricing : null,
  };
}

async function addCommands(pool: OrderPool, asked: readonly Commanding[]): Promise<readonly Commanded[]> {
  await pool.prepareDays(asked.flatMap(({ events }) => events.map((event) => event.day)));
  const events = asked.flatMap(({ stored, events: own }) =>
    own.map((event) => ({ ...eventRow(event), commanded: stored.tag })),
  );
  type Row = { readonly owners: readonly FoundOwner[]; readonly tags: readonly OrderTag[] };
  const values = [bucketsOf(asked), asked[0]?.day, JSON.stringify(asked.map(commandRow)), JSON.stringify(events)];
  const [row] = await pool.ask<Row>(ADD, values);
  if (row === undefined) return [];
  const added = new Set(row.tags);
  return asked.map(({ lease, stored }) => {
    if (!holds(row.owners, lease)) return err({ kind: "not_owner" });
    return added.has(stored.tag) ? ok(null) : err({ kind: "stale" });
  });
}

async function answerCommands(pool: OrderPool, asked: readonly Answering[]): Promise<readonly Answered[]> {
  const rows = asked.map(({ lease, tag, n, answer }) => ({ ...lease, tag, n, answer }));
  const [row] = await pool.ask<{ readonly owners: readonly FoundOwner[] }>(ANSWER, [
    bucketsOf(asked),
    JSON.stringify(rows),
  ]);
  if (row === undefined) return [];
  return asked.map(({ lease }) => (holds(row.owners, lease) ? ok(null) : err({ kind: "not_owner" })));
}

type CommandCalls = Pick<OrderStore, "addCommand" | "answerCommand">;

export function commandCalls(pool: OrderPool): CommandCalls {
  const commands = new Crowd<Commanding, Commanded>({
    run: (asked) => addCommands(pool, asked),
    dayOf: ({ day }) => day,
    touches: ({ stored }) => [stored.tag],
  });
  const answers = new Crowd<Answering, Answered>({
    run: (asked) => answerCommands(pool, asked),
    dayOf: () => "",
    touches: ({ tag }) => [tag],
  });
  return {
    async addCommand(lease, stored, orderVersion, events) {
      const day = await pool.dayOf(stored.tag);
      if (day === null) return err({ kind: "stale" });
      return commands.ask({ lease, day, stored, orderVersion, events });
    },
    answerCommand: (lease, tag, n, answer) => answers.ask({ lease, tag, n, answer }),
  };
}
