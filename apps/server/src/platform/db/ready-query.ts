import type { Database, Tx } from "./database.ts";

/**
 * A frequent statement: its text is built once for the pool, and again only inside a transaction, on that connection.
 * With a name from `build` it is also planned once per connection.
 */
export function readyQuery<Q>(
  { db }: Pick<Database, "db">,
  build: (db: Database["db"]) => Q,
): (tx?: Pick<Tx, "db">) => Q {
  const ready = build(db);
  return (tx) => (tx === undefined ? ready : build(tx.db));
}
