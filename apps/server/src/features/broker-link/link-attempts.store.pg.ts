import { and, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { brokerLinkDrafts, brokerLogins, connectLinks } from "../../platform/db/schema/broker.ts";
import type { Draft, LinkStore } from "./link.store.ts";
import { clearedRefusal, refusalColumns, refusalOf } from "./refusal-columns.ts";

function toDraft(row: typeof brokerLinkDrafts.$inferSelect): Draft {
  const { refusalCode, refusalDetail, refusedAt, expiresAt: _, ...rest } = row;
  return { ...rest, lastRefusal: refusalOf({ refusalCode, refusalDetail, refusedAt }) };
}

const draftOf = (userId: string, broker: Draft["broker"], credentialsId?: string) =>
  and(
    eq(brokerLinkDrafts.userId, userId),
    eq(brokerLinkDrafts.broker, broker),
    credentialsId === undefined ? undefined : eq(brokerLinkDrafts.credentialsId, credentialsId),
  );

export const createDraftCalls = ({
  db,
}: Database): Pick<LinkStore, "findDraft" | "putDraft" | "putDraftRefusal" | "removeDraft"> => ({
  async findDraft(userId, broker, at) {
    const [row] = await db
      .select()
      .from(brokerLinkDrafts)
      .where(and(draftOf(userId, broker), gt(brokerLinkDrafts.expiresAt, at)));
    return row ? toDraft(row) : null;
  },
  async putDraft(tx, draft) {
    const { userId: _, broker: __, ...typed } = draft;
    await tx.db
      .insert(brokerLinkDrafts)
      .values(draft)
      .onConflictDoUpdate({
        target: [brokerLinkDrafts.userId, brokerLinkDrafts.broker],
        set: { ...typed, ...clearedRefusal },
      });
  },
  async putDraftRefusal({ userId, broker, credentialsId }, refusal) {
    await db
      .update(brokerLinkDrafts)
      .set(refusalColumns(refusal))
      .where(draftOf(userId, broker, credentialsId));
  },
  async removeDraft(tx, userId, broker, credentialsId) {
    const gone = await tx.db
      .delete(brokerLinkDrafts)
      .where(draftOf(userId, broker, credentialsId))
      .returning({ broker: brokerLinkDrafts.broker });
    return gone.length === 1;
  },
});

export const createLoginCalls = ({
  db,
}: Database): Pick<
  LinkStore,
  "addLogin" | "findLogin" | "spendLogin" | "addConnectLink" | "spendConnectLink" | "returnConnectLink"
> => ({
  async addLogin(login, tx) {
    await (tx?.db ?? db).insert(brokerLogins).values(login);
  },
  async findLogin(stateHash, at) {
    const { userId, broker, credentialsId, browserHash } = brokerLogins;
    const [found] = await db
      .select({ userId, broker, credentialsId, browserHash })
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
