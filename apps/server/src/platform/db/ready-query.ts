import type { Database, Tx } from "./database.ts";

/** Built once for the pool, and again inside a transaction; with a name from `build` planned once per connection. */
export function readyQuery<Q>(
  { db }: Pick<Database, "db">,
  build: (db: Database["db"]) => Q,
): (tx?: Pick<Tx, "db">) => Q {
  const ready = build(db);
  return (tx) => (tx === undefined ? ready : build(tx.db));
}
