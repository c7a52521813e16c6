import type pg from "pg";
import type { Mode } from "../config/config.ts";

/** A database that was used live never becomes a sandbox, and a sandbox with public passwords never goes live. */
export async function checkFirstUse(client: pg.Client, mode: Mode): Promise<void> {
  await client.query(
    "INSERT INTO first_use (mode, at) SELECT $1, now() WHERE NOT EXISTS (SELECT 1 FROM first_use) ON CONFLICT DO NOTHING",
    [mode],
  );
  const { rows } = await client.query<{ mode: Mode }>("SELECT mode FROM first_use LIMIT 1");
  const first = rows[0]?.mode ?? mode;
  if (first === mode) return;
  throw new Error(
    mode === "sandbox"
      ? "this database was first used with MODE=live: the sandbox, which can empty it, refuses it"
      : "this database was first used in the sandbox, whose passwords everybody knows: MODE=live needs one of its own",
  );
}
