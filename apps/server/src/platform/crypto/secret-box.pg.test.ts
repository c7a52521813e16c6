import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { Secret } from "../config/secret.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { openSecretBox } from "./secret-box.ts";

const right = new Secret("11".repeat(32));
const wrong = new Secret("22".repeat(32));
const place = { table: "t", column: "c", row: "r", user: "u" };

let scratch: TestDatabase;
let database: Database;
beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

describe("the data key", () => {
  it("is created once, also by several processes at once, and opens what any of them sealed", async () => {
    const boxes = await Promise.all(Array.from({ length: 6 }, () => openSecretBox(database, right)));
    const { rows } = await database.pool.query("SELECT id, is_sealing FROM data_key ORDER BY id");
    expect(rows).toEqual([
      { id: 0, is_sealing: false },
      { id: 1, is_sealing: true },
    ]);
    const sealed = boxes.map((box) => box.seal("hunter2", place));
    for (const box of boxes) for (const value of sealed) expect(box.open(value, place)).toBe("hunter2");
  });

  it("does not open with another master key, and the error says why", async () => {
    await expect(openSecretBox(database, wrong)).rejects.toThrow(
      "the master key is not the one this database was encrypted with",
    );
    expect((await openSecretBox(database, right)).seal("x", place)).toMatch(/^v1\.1\./);
  });

  it("is not created beside keys of another master key", async () => {
    const root = (await database.pool.query("DELETE FROM data_key WHERE id = 0 RETURNING wrapped")).rows[0].wrapped;
    await expect(openSecretBox(database, wrong)).rejects.toThrow("the master key is not the one");
    const { rows } = await database.pool.query("SELECT id FROM data_key");
    expect(rows).toEqual([{ id: 1 }]);
    await database.pool.query("INSERT INTO data_key VALUES (0, $1, false)", [root]);
  });

  it("refuses to seal when the keys are stale, and seals again after a refresh", async () => {
    let now = 0;
    const box = await openSecretBox(database, right, { ms: 1_000, now: () => now });
    const sealed = box.seal("x", place);
    now = 1_000;
    box.seal("x", place);
    now = 1_001;
    expect(() => box.seal("x", place)).toThrow("the data keys are stale");
    expect(box.open(sealed, place)).toBe("x");
    await box.refresh();
    expect(box.seal("x", place)).toMatch(/^v1\.1\./);
  });

  it("derives one key per purpose, the same in every process", async () => {
    const [one, other] = [await openSecretBox(database, right), await openSecretBox(database, right)];
    expect(one.keyFor("codes")).toEqual(other.keyFor("codes"));
    expect(one.keyFor("codes")).not.toEqual(one.keyFor("links"));
  });

  it("is stored wrapped: neither it nor the master key is in the table", async () => {
    const { rows } = await database.pool.query<{ wrapped: string }>("SELECT wrapped FROM data_key WHERE id = 1");
    const bytes = Buffer.from(rows[0]?.wrapped ?? "", "base64url");
    expect(bytes.length).toBe(12 + 32 + 16);
    expect(bytes.includes(Buffer.from("11".repeat(32), "hex"))).toBe(false);
  });

  it("does not open after a change in the table", async () => {
    const { rows } = await database.pool.query<{ wrapped: string }>("SELECT wrapped FROM data_key WHERE id = 1");
    const kept = rows[0]?.wrapped ?? "";
    const bytes = Buffer.from(kept, "base64url");
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await database.pool.query("UPDATE data_key SET wrapped = $1 WHERE id = 1", [bytes.toString("base64url")]);
    await expect(openSecretBox(database, right)).rejects.toThrow("the master key is not the one");
    await database.pool.query("UPDATE data_key SET wrapped = $1 WHERE id = 1", [kept]);
  });
});
