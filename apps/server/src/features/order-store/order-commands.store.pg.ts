import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { CommandAnswer } from "@vriddhi/core/order/order-command";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { OrderStore, Stale } from "@vriddhi/execution/ports/order-store";
import type { BucketLease, NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredCommand } from "@vriddhi/execution/ports/stored-order";
import { toTimestamp } from "../../platform/db/instant.ts";
import { bucketsOf, HOLDERS_FOUND, holderOf, holds, isIn, isOwned, type OrderAsk, owners } from "./order-batches.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { appendEvents, COMMAND_COLUMNS, eventColumns, eventRow } from "./order-rows.ts";
import { placesFrom, RowColumns } from "./row-columns.ts";
import { StatementBatcher } from "./statement-batcher.ts";

const wanted = new RowColumns(
  "tag text, holder bigint, version int, n int, kind text, quantity int, pricing jsonb, sent_at timestamptz, answer text, verdict text",
);
const commanded = eventColumns("commanded text");
const [WANTED = 0, EVENTS = 0] = placesFrom(3, [wanted, commanded]);

const ADD: Statement = {
  name: "order_add_commands",
  text: `WITH ${owners("$1")},
    wanted AS MATERIALIZED (
      SELECT * FROM ${wanted.from(WANTED)} AS w ORDER BY w.tag
    ),
    seen AS MATERIALIZED (
      SELECT w.* FROM wanted w CROSS JOIN LATERAL (
        SELECT FROM intent i WHERE i.tag = w.tag AND i.trading_day = $2::date AND i.version = w.version
        LIMIT 1 FOR UPDATE
      ) AS i WHERE ${isOwned("w")}
    ),
    added AS (
      INSERT INTO command (tag, n, kind, quantity, pricing, sent_at, answer, verdict)
      SELECT ${COMMAND_COLUMNS}, c.verdict FROM seen c ON CONFLICT DO NOTHING RETURNING tag
    ),
    ${appendEvents(commanded.from(EVENTS), isIn("said.commanded", "added.tag FROM added"))}
    SELECT ${HOLDERS_FOUND}, to_json(ARRAY(SELECT tag FROM added)) AS tags`,
};

const answered = new RowColumns("tag text, holder bigint, n int, answer text");

const ANSWER: Statement = {
  name: "order_answer_commands",
  text: `WITH ${owners("$1")},
    answered AS (
      INSERT INTO command (tag, n, kind, quantity, pricing, sent_at, answer, verdict)
      SELECT c.tag, c.n, c.kind, c.quantity, c.pricing, c.sent_at, w.answer, c.verdict
      FROM (SELECT * FROM ${answered.from(2)} AS told ORDER BY told.tag) AS w
      CROSS JOIN LATERAL (
        SELECT * FROM command WHERE command.tag = w.tag AND command.n = w.n AND command.verdict = 'open'
        LIMIT 1 FOR UPDATE
      ) AS c
      WHERE ${isOwned("w")} ON CONFLICT (tag, n) DO UPDATE SET answer = excluded.answer
    )
    SELECT ${HOLDERS_FOUND}`,
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
    holder: holderOf(lease),
    tag,
    version: orderVersion,
    n,
    kind,
    answer,
    verdict,
    sent_at: toTimestamp(sentAt),
    quantity: isModify ? command.quantity : null,
    pricing: isModify ? command.pricing : null,
  };
}

async function addCommands(pool: OrderPool, asked: readonly Commanding[]): Promise<readonly Commanded[]> {
  await pool.prepareDays(asked.flatMap(({ events }) => events.map((event) => event.day)));
  const events = asked.flatMap(({ stored, events: own }) =>
    own.map((event) => ({ ...eventRow(event), commanded: stored.tag })),
  );
  type Row = { readonly holders: readonly number[]; readonly tags: readonly OrderTag[] };
  const values = [
    bucketsOf(asked),
    asked[0]?.day,
    ...wanted.values(asked.map(commandRow)),
    ...commanded.values(events),
  ];
  const [row] = await pool.ask<Row>(ADD, values);
  if (row === undefined) return [];
  const added = new Set(row.tags);
  return asked.map(({ lease, stored }) => {
    if (!holds(row.holders, lease)) return err({ kind: "not_owner" });
    return added.has(stored.tag) ? ok(null) : err({ kind: "stale" });
  });
}

async function answerCommands(pool: OrderPool, asked: readonly Answering[]): Promise<readonly Answered[]> {
  const rows = asked.map(({ lease, tag, n, answer }) => ({ holder: holderOf(lease), tag, n, answer }));
  const [row] = await pool.ask<{ readonly holders: readonly number[] }>(ANSWER, [
    bucketsOf(asked),
    ...answered.values(rows),
  ]);
  if (row === undefined) return [];
  return asked.map(({ lease }) => (holds(row.holders, lease) ? ok(null) : err({ kind: "not_owner" })));
}

type CommandCalls = Pick<OrderStore, "addCommand" | "answerCommand">;

export function commandCalls(pool: OrderPool): CommandCalls {
  const commands = new StatementBatcher<Commanding, Commanded>({
    run: (asked) => addCommands(pool, asked),
    dayOf: ({ day }) => day,
    touches: ({ stored }) => [stored.tag],
  });
  const answers = new StatementBatcher<Answering, Answered>({
    run: (asked) => answerCommands(pool, asked),
    dayOf: () => "",
    touches: ({ tag }) => [tag],
  });
  return {
    async addCommand(lease, stored, orderVersion, events) {
      const order = await pool.find(stored.tag);
      if (order === null) return err({ kind: "stale" });
      return commands.ask({ lease, day: order.day, stored, orderVersion, events });
    },
    answerCommand: (lease, tag, n, answer) => answers.ask({ lease, tag, n, answer }),
  };
}
