import { eq } from "drizzle-orm";
import type { Database } from "../platform/db/database.ts";
import { users } from "../platform/db/schema/account.ts";
import { type TellSafety, wayInMail } from "../platform/mail/security-notice.ts";

/** Tells the owner of an account of whom nothing but the id is at hand. */
export const tellById = (
  { transaction }: Pick<Database, "transaction">,
  tellSafety: TellSafety,
  userId: string,
  what: string,
): Promise<void> =>
  transaction(async (tx) => {
    const [owner] = await tx.db.select().from(users).where(eq(users.id, userId));
    if (!owner) return;
    await tellSafety(tx, { userId, what, mail: wayInMail({ name: owner.name, address: owner.email }, what) });
  });
