import { and, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database, Tx } from "../../platform/db/database.ts";
import { readyQuery } from "../../platform/db/ready-query.ts";
import { brokerLinks } from "../../platform/db/schema/broker.ts";
import type { Link, LinkStore } from "./link.store.ts";
import { createDraftCalls, createLoginCalls } from "./link-attempts.store.pg.ts";
import { clearedRefusal, refusalColumns, refusalOf } from "./refusal-columns.ts";

type Row = typeof brokerLinks.$inferSelect;

function toLink(row: Row): Link {
  const { sealedAccess, sealedRefresh, sealedFeed, refreshHandle, sessionFrom, sessionUntil, ...others } = row;
  const { refusalCode, refusalDetail, refusedAt, isEgressTaken, egressCheckedAt, ...rest } = others;
  const hasSession = sealedAccess !== null && sessionFrom !== null && sessionUntil !== null;
  const isChecked = isEgressTaken !== null && egressCheckedAt !== null;
  return {
    ...rest,
    session: hasSession
      ? { sealedAccess, sealedRefresh, sealedFeed, refreshHandle, from: sessionFrom, until: sessionUntil }
      : null,
    lastRefusal: refusalOf({ refusalCode, refusalDetail, refusedAt }),
    egress: isChecked ? { isAccepted: isEgressTaken, checkedAt: egressCheckedAt } : null,
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

/** Advisory locks, always taken in this order to prevent deadlocks. */
const PERSON_LOCK = 7_262_011;
const CLIENT_LOCK = 7_262_012;
const ADDRESS_LOCK = 7_262_013;

const hold = (tx: Tx, kind: number, subject: string) =>
  tx.client.query("SELECT pg_advisory_xact_lock($1::int, hashtext($2))", [kind, subject]);

async function firstFreeAddress(tx: Tx, addresses: readonly string[]): Promise<string | null> {
  if (addresses.length === 0) return null;
  await hold(tx, ADDRESS_LOCK, "");
  const { rows } = await tx.client.query<{ address: string }>(
    `SELECT free.address FROM unnest($1::text[]) WITH ORDINALITY AS free(address, place)
     WHERE NOT EXISTS (SELECT FROM broker_links used WHERE used.local_address = free.address) ORDER BY place LIMIT 1`,
    [[...addresses]],
  );
  return rows[0]?.address ?? null;
}

const proofCalls: Pick<LinkStore, "holdClaim" | "putProved" | "putSession" | "giveAddress"> = {
  async giveAddress(tx, id, addresses) {
    const localAddress = await firstFreeAddress(tx, addresses);
    if (localAddress !== null) await tx.db.update(brokerLinks).set({ localAddress }).where(eq(brokerLinks.id, id));
    return localAddress;
  },
  async holdClaim(tx, { userId, broker, clientId }) {
    await hold(tx, PERSON_LOCK, `${userId}:${broker}`);
    await hold(tx, CLIENT_LOCK, `${broker}:${clientId}`);
  },
  async putProved(tx, proved, { addresses, at }) {
    const { session, isSameApplication, isSameClient, ...named } = proved;
    const { from, until, ...sealed } = session;
    const [before] = await tx.db
      .select({ localAddress: brokerLinks.localAddress })
      .from(brokerLinks)
      .where(eq(brokerLinks.id, proved.id));
    const row = {
      ...named,
      ...sealed,
      ...clearedRefusal,
      sessionFrom: from,
      sessionUntil: until,
      isDisconnected: false,
      lastCallAt: at,
      connectedAt: at,
      localAddress: before?.localAddress ?? (await firstFreeAddress(tx, addresses)),
    };
    // The broker knows an address per application, and an algorithm per client.
    const forgotten = {
      ...(isSameApplication ? {} : { isEgressTaken: null, egressCheckedAt: null }),
      ...(isSameClient ? {} : { algoId: null }),
    };
    await tx.db
      .insert(brokerLinks)
      .values(row)
      .onConflictDoUpdate({ target: brokerLinks.id, set: { ...row, ...forgotten } });
  },
  async putSession(tx, link, session, profile, at) {
    const { from, until, ...sealed } = session;
    const put = await tx.db
      .update(brokerLinks)
      .set({
        ...sealed,
        ...clearedRefusal,
        sessionFrom: from,
        sessionUntil: until,
        isDisconnected: false,
        lastCallAt: at,
        connectedAt: at,
        ...(profile === null ? {} : { profile }),
      })
      .where(and(eq(brokerLinks.id, link.id), eq(brokerLinks.credentialsId, link.credentialsId)))
      .returning()
      .prepare(profile === null ? "link-session" : "link-session-profile")
      .execute();
    return put[0] === undefined ? null : toLink(put[0]);
  },
};

const linkCalls: Pick<LinkStore, "endSession" | "remove" | "putRefusal" | "putAlgoId"> = {
  async putAlgoId(tx, id, algoId) {
    await tx.db.update(brokerLinks).set({ algoId }).where(eq(brokerLinks.id, id));
  },
  async endSession(tx, id, from) {
    const ended = await tx.db
      .update(brokerLinks)
      .set({ ...noSession, ...(from === undefined ? { isDisconnected: true, ...clearedRefusal } : {}) })
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
  async putRefusal(tx, { id, credentialsId }, refusal) {
    await tx.db
      .update(brokerLinks)
      .set(refusalColumns(refusal))
      .where(and(eq(brokerLinks.id, id), eq(brokerLinks.credentialsId, credentialsId)));
  },
};

const changeCalls = ({ db }: Database): Pick<LinkStore, "putSettings" | "putEgress" | "renameHandle"> => ({
  async putSettings(id, { isAutoApproved, dailyTradesMax, isRiskManaged }) {
    await db.update(brokerLinks).set({ isAutoApproved, dailyTradesMax, isRiskManaged }).where(eq(brokerLinks.id, id));
  },
  async putEgress(id, { isAccepted, checkedAt }) {
    await db
      .update(brokerLinks)
      .set({ isEgressTaken: isAccepted, egressCheckedAt: checkedAt })
      .where(eq(brokerLinks.id, id));
  },
  async renameHandle(id, from, to) {
    const renamed = await db
      .update(brokerLinks)
      .set({ refreshHandle: to })
      .where(and(eq(brokerLinks.id, id), eq(brokerLinks.refreshHandle, from)))
      .returning({ id: brokerLinks.id });
    return renamed.length === 1;
  },
});

type ReadCalls = Pick<LinkStore, "find" | "findById" | "findByClient" | "listOf" | "listByAccounts" | "listKept">;

const oneBy =
  (...columns: readonly (keyof typeof brokerLinks.$inferSelect)[]) =>
  (db: Database["db"]) =>
    db
      .select()
      .from(brokerLinks)
      .where(and(...columns.map((column) => eq(brokerLinks[column], sql.placeholder(column)))))
      .prepare(`link-by-${columns.join("-")}`);

const readCalls = (database: Database): ReadCalls => {
  const { db } = database;
  /** A morning reads each link a dozen times: building and planning the query costs more than running it. */
  const byId = readyQuery(database, oneBy("id"));
  const byUser = readyQuery(database, oneBy("userId", "broker"));
  const byClient = readyQuery(database, oneBy("broker", "clientId"));
  const first = ([row]: readonly Row[]): Link | null => (row ? toLink(row) : null);
  return {
    find: async (userId, broker, tx) => first(await byUser(tx).execute({ userId, broker })),
    findById: async (id, tx) => first(await byId(tx).execute({ id })),
    findByClient: async (broker, clientId, tx) => first(await byClient(tx).execute({ broker, clientId })),
    async listOf(userId) {
      const rows = await db.select().from(brokerLinks).where(eq(brokerLinks.userId, userId));
      return rows.map(toLink);
    },
    async listByAccounts(accounts) {
      if (accounts.length === 0) return new Map();
      const rows = await db
        .select()
        .from(brokerLinks)
        .where(inArray(brokerLinks.accountId, [...accounts]));
      return new Map(rows.flatMap((row) => (row.accountId === null ? [] : [[row.accountId, toLink(row)] as const])));
    },
    async listKept(tx, after, limit) {
      return tx.db
        .select({ id: brokerLinks.id, broker: brokerLinks.broker })
        .from(brokerLinks)
        .where(and(eq(brokerLinks.isDisconnected, false), after === null ? undefined : gt(brokerLinks.id, after)))
        .orderBy(brokerLinks.id)
        .limit(limit);
    },
  };
};

export const createLinkStore = (database: Database): LinkStore => ({
  transaction: database.transaction,
  ...readCalls(database),
  ...changeCalls(database),
  ...proofCalls,
  ...linkCalls,
  ...createDraftCalls(database),
  ...createLoginCalls(database),
});
