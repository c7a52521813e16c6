import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { brokerLinks, brokerLogins, connectLinks } from "../../platform/db/schema/broker.ts";
import type { Link, LinkStore } from "./link.store.ts";

type Row = typeof brokerLinks.$inferSelect;

function toLink(row: Row): Link {
  const { sealedAccess, sealedRefresh, sealedFeed, refreshHandle, sessionFrom, sessionUntil, ...rest } = row;
  const hasSession = sealedAccess !== null && sessionFrom !== null && sessionUntil !== null;
  return {
    ...rest,
    session: hasSession
      ? { sealedAccess, sealedRefresh, sealedFeed, refreshHandle, from: sessionFrom, until: sessionUntil }
      : null,
  };
}

const noSession = {
  sealedAccess: null,
  sealedRefresh: null,
  sealedFeed: null,
  refreshHandle: null,
  sessionFrom: null,
  sessionUntil: null,
} as const;

const UNIQUE_VIOLATION = "23505";
const CLIENT_CONSTRAINT = "broker_links_client";

/** drizzle wraps what PostgreSQL said. */
function isClientTaken(cause: unknown): boolean {
  const said = (cause as { cause?: unknown }).cause ?? cause;
  const { code, constraint } = said as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === CLIENT_CONSTRAINT;
}

/** The value stays while the link names the same account and application. */
const keptUnlessMoved = (column: string) =>
  sql.raw(
    `CASE WHEN broker_links.client_id = excluded.client_id AND broker_links.app_key = excluded.app_key ` +
      `THEN broker_links.${column} END`,
  );

const putCredentials =
  ({ db }: Database): LinkStore["putCredentials"] =>
  async (link, credentials, { localAddress, at }) => {
    try {
      const [row] = await db
        .insert(brokerLinks)
        .values({ ...link, ...credentials, localAddress, updatedAt: at })
        .onConflictDoUpdate({
          target: [brokerLinks.userId, brokerLinks.broker],
          set: {
            ...credentials,
            updatedAt: at,
            isProven: sql`broker_links.is_proven AND broker_links.client_id = excluded.client_id AND broker_links.app_key = excluded.app_key`,
            profile: keptUnlessMoved("profile"),
            sealedAccess: keptUnlessMoved("sealed_access"),
            sealedRefresh: keptUnlessMoved("sealed_refresh"),
            sealedFeed: keptUnlessMoved("sealed_feed"),
            refreshHandle: keptUnlessMoved("refresh_handle"),
            sessionFrom: keptUnlessMoved("session_from"),
            sessionUntil: keptUnlessMoved("session_until"),
          },
        })
        .returning();
      return row ? toLink(row) : null;
    } catch (cause) {
      if (isClientTaken(cause)) return null;
      throw cause;
    }
  };

const sessionCalls = ({ db }: Database): Pick<LinkStore, "putSession" | "endSession" | "remove" | "usedAddresses"> => ({
  async putSession(tx, link, session, profile, at) {
    const { from, until, ...sealed } = session;
    const put = await tx.db
      .update(brokerLinks)
      .set({
        ...sealed,
        sessionFrom: from,
        sessionUntil: until,
        isProven: true,
        isLeft: false,
        lastCallAt: at,
        updatedAt: at,
        ...(profile === null ? {} : { profile }),
      })
      .where(
        and(eq(brokerLinks.id, link.id), eq(brokerLinks.clientId, link.clientId), eq(brokerLinks.appKey, link.appKey)),
      )
      .returning({ id: brokerLinks.id });
    return put.length === 1;
  },
  async endSession(tx, id, at, from) {
    const ended = await tx.db
      .update(brokerLinks)
      .set({ ...noSession, updatedAt: at, ...(from === undefined ? { isLeft: true } : {}) })
      .where(
        and(
          eq(brokerLinks.id, id),
          from === undefined
            ? undefined
            : and(isNotNull(brokerLinks.sealedAccess), eq(brokerLinks.sessionFrom, from)),
        ),
      )
      .returning({ id: brokerLinks.id });
    return ended.length === 1;
  },
  async remove(tx, id) {
    await tx.db.delete(brokerLinks).where(eq(brokerLinks.id, id));
  },
  async usedAddresses() {
    const rows = await db
      .select({ address: brokerLinks.localAddress })
      .from(brokerLinks)
      .where(isNotNull(brokerLinks.localAddress));
    return new Set(rows.flatMap(({ address }) => address ?? []));
  },
});

const attemptCalls = ({
  db,
}: Database): Pick<LinkStore, "addLogin" | "findLogin" | "spendLogin" | "addConnectLink" | "spendConnectLink"> => ({
  async addLogin(login) {
    await db.insert(brokerLogins).values(login);
  },
  async findLogin(stateHash, at) {
    const [found] = await db
      .select({ userId: brokerLogins.userId, linkId: brokerLogins.linkId })
      .from(brokerLogins)
      .where(and(eq(brokerLogins.stateHash, stateHash), isNull(brokerLogins.usedAt), gt(brokerLogins.expiresAt, at)));
    return found ?? null;
  },
  async spendLogin(stateHash, at) {
    await db.update(brokerLogins).set({ usedAt: at }).where(eq(brokerLogins.stateHash, stateHash));
  },
  async addConnectLink(tx, link) {
    await tx.db.insert(connectLinks).values(link);
  },
  async spendConnectLink(tokenHash, at) {
    const [spent] = await db
      .update(connectLinks)
      .set({ usedAt: at })
      .where(and(eq(connectLinks.tokenHash, tokenHash), isNull(connectLinks.usedAt), gt(connectLinks.expiresAt, at)))
      .returning({ linkId: connectLinks.linkId });
    return spent ?? null;
  },
});

export const createLinkStore = (database: Database): LinkStore => {
  const { db } = database;
  const one = async (where: ReturnType<typeof and>) => {
    const [row] = await db.select().from(brokerLinks).where(where);
    return row ? toLink(row) : null;
  };
  return {
    transaction: database.transaction,
    find: (userId, broker) => one(and(eq(brokerLinks.userId, userId), eq(brokerLinks.broker, broker))),
    findById: (id) => one(and(eq(brokerLinks.id, id))),
    findByClient: (broker, clientId) => one(and(eq(brokerLinks.broker, broker), eq(brokerLinks.clientId, clientId))),
    async listOf(userId) {
      const rows = await db.select().from(brokerLinks).where(eq(brokerLinks.userId, userId));
      return rows.map(toLink);
    },
    async listKept(after, limit) {
      const rows = await db
        .select({ id: brokerLinks.id })
        .from(brokerLinks)
        .where(
          and(
            eq(brokerLinks.isProven, true),
            eq(brokerLinks.isLeft, false),
            after === null ? undefined : gt(brokerLinks.id, after),
          ),
        )
        .orderBy(brokerLinks.id)
        .limit(limit);
      return rows.map(({ id }) => id);
    },
    putCredentials: putCredentials(database),
    ...sessionCalls(database),
    ...attemptCalls(database),
  };
};
