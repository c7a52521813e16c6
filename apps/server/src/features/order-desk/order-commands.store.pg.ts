import { err, ok } from "@vriddhi/core/shared/result";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { appendEvents, eventRow } from "./order-rows.ts";

const OWNER = "owner AS MATERIALIZED (SELECT bucket FROM bucket_owner WHERE bucket = $1 AND epoch = $2 FOR SHARE)";

const ADD: Statement = {
  name: "order_add_command",
  text: `WITH ${OWNER},
    seen AS MATERIALIZED (
      SELECT tag FROM intent
      WHERE tag = $3 AND trading_day = $4::date AND version = $5::int AND EXISTS (SELECT FROM owner) FOR UPDATE
    ),
    added AS (
      INSERT INTO command (tag, n, kind, quantity, pricing, sent_at, answer, verdict)
      SELECT seen.tag, $6::int, $7, $8::int, $9::jsonb, $10::timestamptz, $11, $12 FROM seen
      ON CONFLICT DO NOTHING RETURNING n
    ),
    ${appendEvents("$13", "EXISTS (SELECT FROM added)")}
    SELECT EXISTS (SELECT FROM owner) AS is_owner, EXISTS (SELECT FROM added) AS is_added`,
};

const ANSWER: Statement = {
  name: "order_answer_command",
  text: `WITH ${OWNER},
    answered AS (
      UPDATE command SET answer = $5
      WHERE tag = $3 AND n = $4::int AND verdict = 'open' AND EXISTS (SELECT FROM owner)
    )
    SELECT EXISTS (SELECT FROM owner) AS is_owner`,
};

type CommandCalls = Pick<OrderStore, "addCommand" | "answerCommand">;

export const commandCalls = (pool: OrderPool): CommandCalls => ({
  async addCommand(lease, { tag, command, verdict }, orderVersion, events) {
    const day = await pool.dayOf(tag);
    await pool.prepareDays(events.map((event) => event.day));
    const { n, kind, sentAt, answer } = command;
    const isModify = command.kind === "modify";
    const [row] = await pool.ask<{ readonly is_owner: boolean; readonly is_added: boolean }>(ADD, [
      ...[lease.bucket, lease.epoch, tag, day, orderVersion],
      ...[n, kind, isModify ? command.quantity : null, isModify ? JSON.stringify(command.pricing) : null],
      ...[toTimestamp(sentAt), answer, verdict, JSON.stringify(events.map(eventRow))],
    ]);
    if (row?.is_owner !== true) return err({ kind: "not_owner" });
    return row.is_added ? ok(null) : err({ kind: "stale" });
  },
  async answerCommand(lease, tag, n, answer) {
    const values = [lease.bucket, lease.epoch, tag, n, answer];
    const [row] = await pool.ask<{ readonly is_owner: boolean }>(ANSWER, values);
    return row?.is_owner === true ? ok(null) : err({ kind: "not_owner" });
  },
});
