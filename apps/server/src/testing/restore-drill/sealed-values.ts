import { Secret } from "../../platform/config/secret.ts";
import { sealedColumns } from "../../platform/crypto/sealed-columns.ts";
import { openSecretBox } from "../../platform/crypto/secret-box.ts";
import { openDatabase } from "../../platform/db/database.ts";

/** Every sealed value of the database, opened with this master key. */
export async function countSealed(url: string, masterKey: string): Promise<{ opened: number; closed: number }> {
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  let [opened, closed] = [0, 0];
  try {
    const box = await openSecretBox(database, new Secret(masterKey));
    for (const { table, value, row, user, place } of sealedColumns) {
      const { rows } = await database.pool.query<{ value: string; row: string; user: string }>(
        `SELECT ${value} AS value, ${row} AS row, ${user} AS user FROM ${table} WHERE ${value} IS NOT NULL`,
      );
      for (const found of rows) {
        try {
          box.open(found.value, { ...place, row: found.row, user: found.user });
          opened += 1;
        } catch {
          closed += 1;
        }
      }
    }
    return { opened, closed };
  } finally {
    await database.close();
  }
}
