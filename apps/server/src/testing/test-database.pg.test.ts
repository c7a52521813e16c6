import { afterAll, beforeAll, expect, it } from "vitest";
import { runSql } from "./sql.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

let first: TestDatabase;
let second: TestDatabase;
beforeAll(async () => {
  first = await createTestDatabase();
  second = await createTestDatabase();
});
afterAll(() => Promise.all([first.drop(), second.drop()]));

it("the test database helper gives each caller its own database", async () => {
  await runSql(first.url, "CREATE TABLE only_here (id int)");
  await expect(runSql(second.url, "TABLE only_here")).rejects.toThrow("does not exist");
});
