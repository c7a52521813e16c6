import pg from "pg";
import { expect, it } from "vitest";
import { startTestProduct } from "../../testing/product.ts";

const WAITS = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

it("an account goes although its deletion and something that is written for it wait for each other", async () => {
  const product = await startTestProduct();
  const asha = await product.makeUser();
  const as = await product.signIn(asha);
  await product.query("INSERT INTO trading_wish (user_id, updated_at) VALUES ($1, now())", [asha.id]);
  const other = new pg.Client({ connectionString: product.databaseUrl });
  await other.connect();
  try {
    await other.query("BEGIN");
    await other.query("SELECT 1 FROM trading_wish WHERE user_id = $1 FOR UPDATE", [asha.id]);
    const body = { password: asha.password, confirm: "DELETE" };
    const deletion = product.send("POST", "/auth/delete-account", { as, body });
    await expect.poll(() => product.query(WAITS)).toHaveLength(1);
    // Now each of the two waits for the other, and PostgreSQL ends one: the deletion, which began to wait a second before it
    // looks; on a very busy machine it may have looked already, and then the other one is ended.
    await other.query("SELECT 1 FROM users WHERE id = $1 FOR KEY SHARE", [asha.id]).catch(() => undefined);
    await other.query("COMMIT");
    expect((await deletion).statusCode).toBe(200);
    expect(await product.query("SELECT 1 FROM trading_wish WHERE user_id = $1", [asha.id])).toEqual([]);
    expect(await product.query("SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NOT NULL", [asha.id])).toHaveLength(
      1,
    );
  } finally {
    await other.end();
    await product.close();
  }
});
