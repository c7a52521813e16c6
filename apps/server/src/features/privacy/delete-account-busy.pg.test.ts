import pg from "pg";
import { expect, it } from "vitest";
import { startTestProduct } from "../../testing/product.ts";

const WAITS = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

it("deletes an account although the deletion and a concurrent write deadlock", async () => {
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
    // Now both transactions wait for each other, and PostgreSQL aborts one: the deletion, which has waited longer;
    // on a very busy machine it may be the other one.
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
