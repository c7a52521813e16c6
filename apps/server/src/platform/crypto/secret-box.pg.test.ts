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
  it("is made once, also by several processes at once, and opens what any of them sealed", async () => {
    const boxes = await Promise.all(Array.from({ length: 6 }, () => openSecretBox(database, right)));
    const { rows } = await database.pool.query("SELECT id FROM data_key");
    expect(rows).toEqual([{ id: 1 }]);
    const sealed = boxes.map((box) => box.seal("hunter2", place));
    for (const box of boxes) for (const value of sealed) expect(box.open(value, place)).toBe("hunter2");
  });

  it("does not open with another master key, and the reason is told in a sentence", async () => {
    await expect(openSecretBox(database, wrong)).rejects.toThrow(
      "the master key is not the one this database was encrypted with",
    );
    expect((await openSecretBox(database, right)).seal("x", place)).toMatch(/^v1\.1\./);
  });

  it("lies wrapped: neither it nor the master key stands in the table", async () => {
    const { rows } = await database.pool.query<{ wrapped: string }>("SELECT wrapped FROM data_key");
    const bytes = Buffer.from(rows[0]?.wrapped ?? "", "base64url");
    expect(bytes.length).toBe(12 + 32 + 16);
    expect(bytes.includes(Buffer.from("11".repeat(32), "hex"))).toBe(false);
  });

  it("does not open after somebody changed it in the table", async () => {
    const { rows } = await database.pool.query<{ wrapped: string }>("SELECT wrapped FROM data_key");
    const kept = rows[0]?.wrapped ?? "";
    const bytes = Buffer.from(kept, "base64url");
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await database.pool.query("UPDATE data_key SET wrapped = $1", [bytes.toString("base64url")]);
    await expect(openSecretBox(database, right)).rejects.toThrow("the master key is not the one");
    await database.pool.query("UPDATE data_key SET wrapped = $1", [kept]);
  });
});
