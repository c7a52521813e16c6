import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { expect, it } from "vitest";
import type { AuditEntry } from "../../platform/audit/audit.ts";
import { deskExportHandlers } from "./desk-export.routes.ts";
import type { ExportedUser } from "./desk-export.store.ts";

const COUNT = 1_234;
const users: readonly ExportedUser[] = Array.from({ length: COUNT }, (_, n) => ({
  id: String(n).padStart(6, "0"),
  name: n === 7 ? '=HYPERLINK("https://evil.example","Asha")' : `Person ${n}`,
  email: `p${n}@example.com`,
  role: "user",
  isSubscribed: n % 2 === 0,
  isSuspended: false,
  createdAt: epochMs(0),
}));

const trail: AuditEntry[] = [];
const asked: number[] = [];
const handlers = deskExportHandlers({
  store: {
    async usersAfter(after, limit) {
      const rows = users.filter(({ id }) => after === null || id > after).slice(0, limit);
      asked.push(rows.length);
      return rows;
    },
    newestDay: async () => null,
    ordersAfter: async () => [],
  },
  audit: { record: async (entry) => void trail.push(entry) },
  marketClock: createVirtualClock(),
});

const call = (filter: "all" | "subscribed") =>
  ({ query: { filter }, caller: { userId: "admin" }, from: { ip: "127.0.0.1", device: "" } }) as never;

async function linesOf(filter: "all" | "subscribed"): Promise<readonly string[]> {
  const reply = await handlers.exportUsers(call(filter));
  if (!reply.ok) throw new Error("it was refused");
  let text = "";
  for await (const piece of reply.value) text += piece;
  return text.trimEnd().split("\r\n");
}

it("the export streams every user once, a few hundred at a time, and the audit log names the admin", async () => {
  const lines = await linesOf("all");
  expect(lines).toHaveLength(COUNT + 1);
  expect(new Set(lines).size).toBe(COUNT + 1);
  expect(Math.max(...asked)).toBeLessThan(COUNT);
  expect(trail).toMatchObject([{ kind: "desk_exported", byUserId: "admin", after: { what: "users" } }]);
});

it("no exported name becomes a formula in a spreadsheet", async () => {
  const line = (await linesOf("all")).find((each) => each.includes("HYPERLINK"));
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"",""Asha"")"`);
});

it("the export has only subscribers on request", async () => {
  expect(await linesOf("subscribed")).toHaveLength(COUNT / 2 + 1);
});
