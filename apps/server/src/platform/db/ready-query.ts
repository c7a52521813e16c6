import type { Database, Tx } from "./database.ts";

/**
 * A statement that is asked often: its text is built once for the pool, and again only for a transaction, whose connection
 * it has to be asked on. Given a name by `build`, it is planned once for each connection too.
 */
export function readyQuery<Q>(
  { db }: Pick<Database, "db">,
  build: (db: Database["db"]) => Q,
): (tx?: Pick<Tx, "db">) => Q {
  const ready = build(db);
  return (tx) => (tx === undefined ? ready : build(tx.db));
}
