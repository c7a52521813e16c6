import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SupabaseSimulator, startSupabaseSimulator } from "./supabase-simulator.ts";

let world: SupabaseSimulator;
beforeAll(async () => {
  world = await startSupabaseSimulator();
});
afterAll(() => world.close());
beforeEach(() => {
  world.tables.clear();
  world.tables.set("blog_posts", []);
  world.buckets.clear();
});

const client = (key: string) => createClient(world.url, key, { auth: { persistSession: false } });
const service = () => client(world.serviceKey);
const visitor = () => client(world.anonKey);
const post = { title: "Costs", content: "Text", slug: "costs", published: true };

describe("the hosted backend's own client against the simulator", () => {
  it("[C7.18] inserts and gets the single created row", async () => {
    const { data, error } = await service().from("blog_posts").insert(post).select().single();
    expect(error).toBeNull();
    expect(data).toMatchObject(post);
    const again = await service().from("blog_posts").insert(post).select().single();
    expect([again.status, again.error?.code]).toEqual([409, "23505"]);
  });

  it("[C7.19, C7.20] lists published posts, newest first, and finds one by its slug", async () => {
    const rows = ["a", "b", "c"].map((slug, at) => ({
      ...post,
      slug,
      published: slug !== "b",
      created_at: `2026-11-0${at + 1}T00:00:00Z`,
    }));
    await service().from("blog_posts").insert(rows);
    const list = await visitor()
      .from("blog_posts")
      .select("*")
      .eq("published", true)
      .order("created_at", { ascending: false });
    expect(list.data?.map(({ slug }) => slug)).toEqual(["c", "a"]);
    const hidden = await visitor().from("blog_posts").select("*").eq("slug", "b").single();
    expect([hidden.status, hidden.error?.code]).toEqual([406, "PGRST116"]);
    const ranged = await service().from("blog_posts").select("*", { count: "exact" }).range(0, 1);
    expect([ranged.data?.length, ranged.count]).toEqual([2, 3]);
    const counted = await service().from("blog_posts").select("*", { count: "exact", head: true });
    expect(counted.count).toBe(3);
    const found = await service().from("blog_posts").select("slug").or("slug.eq.a,title.ilike.%nothing%");
    expect(found.data).toHaveLength(1);
    const showing = (name: string) => `content.like.*${name}*,featured_image_url.like.*${name}*`;
    const shown = async (name: string) =>
      (await service().from("blog_posts").select("*").or(showing(name)).limit(1)).data?.length;
    expect([await shown("Tex"), await shown("/2026/11/a.webp")]).toEqual([1, 0]);
    const alike = async (pattern: string) =>
      (await service().from("blog_posts").select("slug").like("title", pattern)).data?.length;
    expect([await alike("%ost%"), await alike("C_sts"), await alike("%OST%"), await alike("ost")]).toEqual([
      3, 3, 0, 0,
    ]);
  });

  it("[C7.21, C6.2] changes and deletes with the service key, and not with the anonymous one", async () => {
    const { data } = await service().from("blog_posts").insert(post).select().single();
    const refused = await visitor()
      .from("blog_posts")
      .insert({ ...post, slug: "mine" });
    expect([refused.status, refused.error?.code]).toEqual([401, "42501"]);
    await visitor().from("blog_posts").delete().eq("id", data.id);
    expect(world.tables.get("blog_posts")).toHaveLength(1);
    const changed = await service().from("blog_posts").update({ title: "New" }).eq("id", data.id).select().single();
    expect(changed.data.title).toBe("New");
    await service().from("blog_posts").delete().eq("id", data.id);
    expect(world.tables.get("blog_posts")).toHaveLength(0);
  });

  it("reports a missing table and a missing procedure by their codes", async () => {
    expect((await service().from("nothing").select()).error?.code).toBe("PGRST205");
    expect((await service().rpc("exec_sql", { sql: "select 1" })).error?.code).toBe("PGRST202");
  });

  it("[C7.27] answers each button of the test page with the browser's key", async () => {
    const rows = ["a", "b", "c"].map((slug) => ({ ...post, slug, published: slug !== "b" }));
    await service().from("blog_posts").insert(rows);
    const unknownId = "00000000-0000-4000-8000-000000000000";
    const table = visitor().from("blog_posts");
    const asked = [
      table.select("*").limit(10),
      table.select("id,title").eq("published", true).limit(10),
      table.select("id,title").order("created_at", { ascending: false }).limit(10),
      table.select("id,title").range(0, 9),
    ];
    for (const each of asked) expect((await each).data).toHaveLength(2);
    expect((await table.select("id,title").limit(1)).data).toHaveLength(1);
    expect(await table.select("*", { count: "exact", head: true })).toMatchObject({
      data: null,
      count: 2,
      error: null,
    });
    expect((await table.insert({ ...post, slug: "test", published: false })).error?.code).toBe("42501");
    expect((await table.update({ title: "Test" }).eq("id", unknownId).select()).data).toEqual([]);
    expect((await table.delete().eq("id", unknownId).select()).data).toEqual([]);
    expect((await visitor().rpc("setup_blog_storage")).error?.code).toBe("PGRST202");
    expect((await visitor().from("profiles").select("*").limit(1)).error?.code).toBe("PGRST205");
    expect((await visitor().auth.getSession()).data.session).toBeNull();
  });

  it("[C7.22, C7.24] uploads into an existing bucket, and removes the file", async () => {
    const bucket = service().storage.from("blog-images");
    const missing = await bucket.upload("1-a.png", Buffer.from("x"), { contentType: "image/png" });
    expect(missing.error?.message).toBe("Bucket not found");
    const byVisitor = await visitor().storage.createBucket("blog-images", { public: true });
    expect(byVisitor.error?.message).toMatch(/row-level security/);
    expect((await service().storage.createBucket("blog-images", { public: true })).error).toBeNull();
    expect((await bucket.upload("1-a.png", Buffer.from("x"), { contentType: "image/png" })).error).toBeNull();
    const again = await bucket.upload("1-a.png", Buffer.from("x"), { contentType: "image/png" });
    expect(again.error?.message).toBe("The resource already exists");
    expect((await bucket.list("", { limit: 1 })).data).toHaveLength(1);
    const address = bucket.getPublicUrl("1-a.png").data.publicUrl;
    expect(await (await fetch(address)).text()).toBe("x");
    expect((await bucket.remove(["1-a.png"])).data).toHaveLength(1);
  });
});
