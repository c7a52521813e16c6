import { and, desc, eq, isNotNull, lt } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { auditEvents, auditSealedRows } from "../../platform/db/schema/audit.ts";
import type { AuditLogStore, AuditQuery } from "./audit-log.store.ts";

const wanted = ({ before, userId, kind, isByDesk }: AuditQuery) =>
  and(
    before === null ? undefined : lt(auditEvents.id, before),
    userId === null ? undefined : eq(auditEvents.userId, userId),
    kind === null ? undefined : eq(auditEvents.kind, kind),
    isByDesk ? isNotNull(auditEvents.byUserId) : undefined,
  );

export const createAuditLogStore = ({ db }: Database): AuditLogStore => ({
  async list(query) {
    const rows = await db
      .select({ event: auditEvents, byEmail: users.email, seal: auditSealedRows.seal })
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.byUserId))
      .leftJoin(auditSealedRows, eq(auditSealedRows.eventId, auditEvents.id))
      .where(wanted(query))
      .orderBy(desc(auditEvents.id))
      .limit(query.limit);
    return rows.map(({ event: { detail, ...event }, byEmail, seal }) => ({
      ...event,
      byEmail,
      before: detail.before ?? null,
      after: detail.after ?? null,
      reason: detail.reason ?? null,
      isSealed: seal !== null,
    }));
  },
});
