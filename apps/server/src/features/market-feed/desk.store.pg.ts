import type { BrokerSession } from "@vriddhi/brokers/port/session";
import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import { eq, max, sql } from "drizzle-orm";
import { z } from "zod";
import type { SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Database } from "../../platform/db/database.ts";
import { deskFeeds } from "../../platform/db/schema/schedule.ts";
import type { DeskStore } from "./desk.store.ts";

const sessionShape = z.object({
  clientId: z.string(),
  appKey: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  feedToken: z.string().nullable(),
});

/** The sessions of the operator's accounts, as a text that each login changes. */
export const DESK_SESSIONS_NOW = "SELECT string_agg(md5(sealed_session), ',' ORDER BY desk) FROM desk_feeds";

const place = (desk: StrategyFeed) => ({ table: "desk_feeds", column: "sealed_session", row: desk, user: "" });

/** The feeds read it with every turn: Drizzle writes the text once. */
const prepareSessionRow = ({ db }: Database) =>
  db
    .select()
    .from(deskFeeds)
    .where(eq(deskFeeds.desk, sql.placeholder("desk")))
    .prepare("desk-session");

const sessionCalls = (
  database: Database,
  box: SecretBox,
  sessionRow = prepareSessionRow(database),
): Pick<DeskStore, "sessionOf" | "putSession"> => ({
  async sessionOf(desk) {
    const [row] = await sessionRow.execute({ desk });
    if (!row?.sealedSession || row.sessionFrom === null || row.sessionUntil === null) return null;
    const tokens = sessionShape.parse(JSON.parse(box.open(row.sealedSession, place(desk))));
    return { ...tokens, issuedAt: row.sessionFrom, expiresAt: row.sessionUntil };
  },
  async putSession(tx, desk, session: BrokerSession) {
    const { issuedAt: sessionFrom, expiresAt: sessionUntil, ...tokens } = session;
    const sealedSession = box.seal(JSON.stringify(tokens), place(desk));
    const row = { sealedSession, sessionFrom, sessionUntil };
    await tx.db
      .insert(deskFeeds)
      .values({ desk, ...row })
      .onConflictDoUpdate({ target: deskFeeds.desk, set: row });
  },
});

function hearingCalls({ db }: Database): Pick<DeskStore, "noteTick" | "lastTickAt"> {
  const lastTick = db
    .select({ at: max(deskFeeds.lastTickAt) })
    .from(deskFeeds)
    .prepare("desk-last-tick");
  return {
    async noteTick(desk, at) {
      await db.update(deskFeeds).set({ lastTickAt: at }).where(eq(deskFeeds.desk, desk));
    },
    async lastTickAt() {
      const [row] = await lastTick.execute();
      return row?.at ?? null;
    },
  };
}

export const createDeskStore = (database: Database, box: SecretBox): DeskStore => ({
  ...sessionCalls(database, box),
  ...hearingCalls(database),
});
