import { type SupabaseSimulator, startSupabaseSimulator } from "@vriddhi/sandbox/supabase/supabase-simulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSupabase } from "../../platform/supabase/supabase-rest.ts";
import { createSetupService } from "./setup.service.ts";
import { createSupabaseSetup } from "./setup.store.supabase.ts";

let world: SupabaseSimulator;
beforeAll(async () => {
  world = await startSupabaseSimulator();
});
afterAll(() => world.close());
beforeEach(() => {
  world.tables.clear();
  world.procedures.clear();
});

class Forbidden extends Error {}
function open(storage: Partial<Parameters<typeof createSetupService>[0]["storage"]> = {}) {
  const supabase = createSupabase({ url: world.url, key: world.serviceKey });
  const visitor = createSupabase({ url: world.url, key: world.anonKey });
  const places = { kind: "supabase" as const, exists: async () => true, create: async () => undefined };
  const files = { put: async () => undefined, remove: async () => undefined };
  return createSetupService({
    store: createSupabaseSetup(supabase, visitor),
    storage: Object.assign(places, files, storage),
    isNotAllowed: (cause) => cause instanceof Forbidden,
  });
}
const statesOf = async (service: ReturnType<typeof open>) =>
  Object.fromEntries((await service.check()).checks.map(({ part, state }) => [part, state]));

describe("[C2.28] the setup of a hosted backend", () => {
  it("the setup reports what is missing, sets it up with the owner's procedure, and finds it", async () => {
    const service = open();
    expect(await statesOf(service)).toEqual({ table: "missing", storage: "exists", policies: "pending" });
    const scripts: unknown[] = [];
    world.procedures.set("exec_sql", ({ sql }) => {
      scripts.push(sql);
      world.tables.set("blog_posts", []);
      return null;
    });
    expect(await service.run("database")).toEqual({ kind: "done" });
    expect(String(scripts[0])).toContain("enable row level security");
    expect(await statesOf(service)).toEqual({ table: "exists", storage: "exists", policies: "exists" });
    expect(world.tables.get("blog_posts")).toEqual([]);
  });

  it("[C2.30] the setup shows the script where the backend has no such procedure", async () => {
    expect(await open().run("database")).toMatchObject({ kind: "by_hand" });
    expect((await open().check()).script).toContain("create table if not exists public.blog_posts");
  });

  it("[C8.4] the setup distinguishes a bucket refused for lack of rights from other failures", async () => {
    const fails = (cause: Error) =>
      open({
        exists: async () => false,
        create: async () => {
          throw cause;
        },
      }).run("storage");
    expect(await fails(new Forbidden("row-level security"))).toEqual({ kind: "by_hand", reason: "row-level security" });
    expect(await fails(new Error("away"))).toEqual({ kind: "failed", reason: "away" });
  });

  it.each(["session", "select", "filter", "order", "limit", "range", "count", "insert", "update", "delete"] as const)(
    "[C7.27] serves the test page: %s",
    async (operation) => {
      world.tables.set("blog_posts", []);
      expect(await open().probe(operation)).toMatchObject({ success: true });
      expect(world.tables.get("blog_posts")).toEqual([]);
    },
  );

  it("[C7.27] the setup reports what the backend does not have", async () => {
    expect(await open().probe("profiles")).toMatchObject({
      success: false,
      message: expect.stringContaining("profiles"),
    });
    expect((await open().probe("procedure")).success).toBe(false);
  });
});
