import { randomUUID } from "node:crypto";
import { paise } from "@vriddhi/core/shared/money";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { capitalChoices } from "../../platform/db/schema/run.ts";
import type { CapitalChoice, CapitalStore } from "./capital.store.ts";

const toChoice = ({ id, userId, capitalPaise, isActive }: typeof capitalChoices.$inferSelect): CapitalChoice => ({
  id,
  userId,
  capital: paise(capitalPaise),
  isActive,
});

export const createCapitalStore = ({ db }: Database): CapitalStore => ({
  async find(userId, scope) {
    const [row] = await db
      .select()
      .from(capitalChoices)
      .where(and(eq(capitalChoices.userId, userId), eq(capitalChoices.scope, scope)));
    return row === undefined ? null : toChoice(row);
  },
  async findById(userId, id) {
    const [row] = await db
      .select()
      .from(capitalChoices)
      .where(and(eq(capitalChoices.id, id), eq(capitalChoices.userId, userId), eq(capitalChoices.scope, "account")));
    return row === undefined ? null : toChoice(row);
  },
  async put(userId, scope, { capital, isActive, at }) {
    const change = { capitalPaise: capital, updatedAt: at };
    const [row] = await db
      .insert(capitalChoices)
      .values({ id: randomUUID(), userId, scope, capitalPaise: capital, updatedAt: at, isActive: isActive ?? true })
      .onConflictDoUpdate({
        target: [capitalChoices.userId, capitalChoices.scope],
        set: isActive === undefined ? change : { ...change, isActive },
      })
      .returning();
    if (row === undefined) throw new Error("capital store: the upsert returned no row");
    return toChoice(row);
  },
});
