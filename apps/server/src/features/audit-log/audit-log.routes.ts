import { ok } from "@vriddhi/core/shared/result";
import { istDate } from "@vriddhi/core/time/ist";
import type { AuditSeals } from "../../platform/audit/audit-seal.ts";
import type { LedgerDigests } from "../../platform/audit/ledger-digest.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { AuditEventRow, AuditLogStore } from "./audit-log.store.ts";

const toReply = (row: AuditEventRow) => ({
  id: row.id,
  at: toTimestamp(row.at),
  kind: row.kind,
  user_id: row.userId,
  by_user_id: row.byUserId,
  by_username: row.byEmail,
  ip: row.ip,
  device: row.device,
  before: row.before,
  after: row.after,
  reason: row.reason,
  is_sealed: row.isSealed,
});

export const auditLogHandlers = (
  store: AuditLogStore,
  seals: Pick<AuditSeals, "verify">,
  ledger: Pick<LedgerDigests, "verify">,
): Handlers<"listAudit" | "verifyAudit"> => ({
  async listAudit({ query }) {
    const events = await store.list({
      before: query.before ?? null,
      limit: query.limit,
      userId: query.user_id ?? null,
      kind: query.kind || null,
      isByDesk: query.by_desk === "true",
    });
    return ok({ events: events.map(toReply) });
  },
  async verifyAudit({ query }) {
    const { firstFault, head, sealedRows, unsealedRows, isKnown } = await seals.verify(query.head);
    const orders = await ledger.verify(query.ledger_day === undefined ? undefined : istDate(query.ledger_day));
    return ok({
      is_whole: firstFault === null && isKnown !== false && orders.firstFault === null,
      ledger: { days: orders.days, first_fault: orders.firstFault },
      sealed_rows: sealedRows,
      unsealed_rows: unsealedRows,
      head: head?.head ?? null,
      sealed_at: head === null ? null : toTimestamp(head.sealedAt),
      is_head_known: isKnown,
      first_fault:
        firstFault === null
          ? null
          : { seal: firstFault.seal, from_row: firstFault.fromRow, to_row: firstFault.toRow, what: firstFault.what },
    });
  },
});
