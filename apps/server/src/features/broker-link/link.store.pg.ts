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

/** What is somebody else's already; drizzle wraps what PostgreSQL said. */
function takenBy(cause: unknown): "broker_links_client" | "broker_links_address" | null {
  const said = (cause as { cause?: unknown }).cause ?? cause;
  const { code, constraint } = said as { code?: string; constraint?: string };
  const isOurs = constraint === "broker_links_client" || constraint === "broker_links_address";
  return code === UNIQUE_VIOLATION && isOurs ? constraint : null;
}

/** Two links may see the same one free; the index lets one of them have it. */
const firstFree = (addresses: readonly string[]) =>
  sql`(SELECT free.address FROM unnest(${sql.param([...addresses])}::text[]) WITH ORDINALITY AS free(address, place)
    WHERE NOT EXISTS (SELECT FROM broker_links used WHERE used.local_address = free.address) ORDER BY place LIMIT 1)`;

/** The value stays while the link names the same account and application. */
const keptUnlessMoved = (column: string) =>
  sql.raw(
    `CASE WHEN broker_links.client_id = excluded.client_id AND broker_links.app_key = excluded.app_key ` +
      `THEN broker_links.${column} END`,
  );

function putCredentials({ db }: Database): LinkStore["putCredentials"] {
  const put: LinkStore["putCredentials"] = async (link, credentials, { addresses, at }) => {
    try {
      const [row] = await db
        .insert(brokerLinks)
        .values({ ...link, ...credentials, localAddress: firstFree(addresses), updatedAt: at })
        .onConflictDoUpdate({
          target: [brokerLinks.userId, brokerLinks.broker],
          set: {
            ...credentials,
            updatedAt: at,
            localAddress: sql`coalesce(broker_links.local_address, excluded.local_address)`,
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
      const taken = takenBy(cause);
      if (taken === null) throw cause;
      // Each turn somebody got an address, so that there are fewer of them left to lose.
      return taken === "broker_links_client" ? null : put(link, credentials, { addresses, at });
    }
  };
  return put;
}

const sessionCalls: Pick<LinkStore, "putSession" | "endSession" | "remove"> = {
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
          from === undefined ? undefined : and(isNotNull(brokerLinks.sealedAccess), eq(brokerLinks.sessionFrom, from)),
        ),
      )
      .returning({ id: brokerLinks.id });
    return ended.length === 1;
  },
  async remove(tx, id) {
    await tx.db.delete(brokerLinks).where(eq(brokerLinks.id, id));
  },
};

const attemptCalls = ({
  db,
}: Database): Pick<
  LinkStore,
  "addLogin" | "findLogin" | "spendLogin" | "addConnectLink" | "spendConnectLink" | "returnConnectLink"
> => ({
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
  async returnConnectLink(tokenHash) {
    await db.update(connectLinks).set({ usedAt: null }).where(eq(connectLinks.tokenHash, tokenHash));
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
    ...sessionCalls,
    ...attemptCalls(database),
  };
};
