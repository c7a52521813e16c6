import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { waitingActs } from "../../platform/db/schema/desk.ts";
import type { FourEyesStore } from "./four-eyes.store.ts";

const asker = alias(users, "asker");
const decider = alias(users, "decider");

export function createFourEyesStore({ db, transaction }: Database): FourEyesStore {
  const select = () =>
    db
      .select({ act: waitingActs, askedByName: asker.name, decidedByName: decider.name })
      .from(waitingActs)
      .leftJoin(asker, eq(asker.id, waitingActs.askedBy))
      .leftJoin(decider, eq(decider.id, waitingActs.decidedBy));
  type Row = Awaited<ReturnType<typeof select>>[number];
  const toAct = ({ act, askedByName, decidedByName }: Row) => ({ ...act, askedByName, decidedByName });
  return {
    transaction,
    async add(tx, act) {
      await tx.db.insert(waitingActs).values({ ...act, state: "waiting" });
    },
    async find(id) {
      const [row] = await select().where(eq(waitingActs.id, id));
      return row === undefined ? null : toAct(row);
    },
    async listNewest(limit) {
      return (await select().orderBy(desc(waitingActs.askedAt)).limit(limit)).map(toAct);
    },
    async decide(tx, id, { state, by, at }) {
      const decided = await tx.db
        .update(waitingActs)
        .set({ state, decidedBy: by, decidedAt: at })
        .where(and(eq(waitingActs.id, id), eq(waitingActs.state, "waiting"), gt(waitingActs.expiresAt, at)))
        .returning({ id: waitingActs.id });
      return decided.length === 1;
    },
    async noteOutcome(tx, id, outcome) {
      const noted = await tx.db
        .update(waitingActs)
        .set({ outcome })
        .where(and(eq(waitingActs.id, id), isNull(waitingActs.outcome)))
        .returning({ id: waitingActs.id });
      return noted.length === 1;
    },
    async putOutcome(id, outcome) {
      await db.update(waitingActs).set({ outcome }).where(eq(waitingActs.id, id));
    },
  };
}
