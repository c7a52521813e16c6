import { randomUUID } from "node:crypto";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { type SupabaseSimulator, startSupabaseSimulator } from "@vriddhi/sandbox/supabase/supabase-simulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSupabase } from "../../platform/supabase/supabase-rest.ts";
import { createSupabasePosts } from "./post.store.supabase.ts";
import { BlogAway, type NewPost } from "./post.store.ts";

let world: SupabaseSimulator;
beforeAll(async () => {
  world = await startSupabaseSimulator();
});
afterAll(() => world.close());
beforeEach(() => {
  world.tables.clear();
  world.tables.set("blog_posts", []);
  world.tables.set("blog_revisions", []);
});

const open = (key = world.serviceKey) => createSupabasePosts(createSupabase({ url: world.url, key }));
const at = (minute: number): EpochMs => epochMs(Date.parse("2026-11-16T04:00:00Z") + minute * 60_000);
const saved = (minute: number) => ({ at: at(minute), by: "Meera Nair" });
const written = (changes: Partial<NewPost> = {}): NewPost => ({
  id: randomUUID(),
  title: "Costs",
  content: "What a trade costs.",
  excerpt: "What",
  tags: ["Costs", "NSE"],
  featuredImageUrl: null,
  imageAlt: "",
  published: true,
  publishAt: null,
  createdAt: at(0),
  html: "",
  headings: [],
  hasMath: false,
  excerptHtml: "",
  edition: 1,
  readingMinutes: 1,
  image: null,
  ...changes,
});
const everything = { words: [], tag: null, offset: 0, limit: 10 };

describe("articles in a hosted backend", () => {
  it("[C7.18, C7.20] adds hosted articles under a free slug, reads them back unchanged, and renders them again", async () => {
    const { desk, published } = open();
    const post = written();
    expect(await desk.add(post, "costs", saved(0))).toBe(true);
    expect(await desk.add(written(), "costs", saved(0))).toBe(false);
    expect([...(await desk.takenOf(["costs", "costs-2"]))]).toEqual(["costs"]);
    const found = await published.find("costs");
    expect(found).toMatchObject({
      id: post.id,
      tags: ["Costs", "NSE"],
      content: post.content,
      edition: 0,
      revision: 1,
    });
    expect(await published.find("nothing")).toBeNull();
  });

  it("[C7.19] lists hosted articles newest first, searched and filtered, and hides scheduled ones from readers", async () => {
    const { desk, published } = open();
    await desk.add(written({ createdAt: at(1), title: "Slippage", tags: ["Risk"] }), "slippage", saved(1));
    await desk.add(written({ createdAt: at(2) }), "costs", saved(2));
    await desk.add(written({ published: false, publishAt: at(9), createdAt: at(9) }), "later", saved(3));
    const slugs = async (page: object) => (await published.list({ ...everything, ...page })).map(({ slug }) => slug);
    expect(await slugs({})).toEqual(["costs", "slippage"]);
    expect(await slugs({ words: ["slipp"] })).toEqual(["slippage"]);
    expect(await slugs({ words: ["trade", "costs"], limit: 1 })).toEqual(["costs"]);
    expect(await slugs({ tag: "Risk" })).toEqual(["slippage"]);
    expect(await published.count({ words: [], tag: null })).toBe(2);
    expect(await desk.count({ words: [], tag: null })).toBe(3);
    expect(await published.tags()).toContainEqual({ tag: "Risk", count: 1 });
    expect(await desk.publishDue(at(9))).toEqual(["later"]);
    expect(await desk.publishDue(at(9))).toEqual([]);
    expect(await slugs({})).toEqual(["later", "costs", "slippage"]);
  });

  it("[C7.21] accepts one of two concurrent changes of a hosted article, restores revisions and deletes", async () => {
    const { desk } = open();
    const post = written();
    await desk.add(post, "costs", saved(0));
    const change = (title: string) => desk.change(post.id, { ...post, title, basedOn: 1 }, saved(1));
    expect([await change("mine"), await change("yours")]).toEqual(["changed", "outdated"]);
    expect((await desk.find(post.id))?.title).toBe("mine");
    expect((await desk.revisions(post.id)).map(({ revision, title }) => [revision, title])).toEqual([
      [2, "mine"],
      [1, "Costs"],
    ]);
    expect((await desk.revision(post.id, 1))?.content).toBe(post.content);
    expect([await desk.remove(post.id), await desk.remove(post.id)]).toEqual([true, false]);
    expect(await desk.change(randomUUID(), { ...post, basedOn: 1 }, saved(1))).toBe("unknown");
  });

  it("the hosted backend reports whether a picture is still shown, with the official client's query", async () => {
    const { desk } = open();
    const picture = "2026/11/4f1c-range.webp";
    const post = written({ content: `Before ![Range](/blog-images/${picture}) after` });
    await desk.add(post, "costs", saved(0));
    expect([await desk.shows(picture), await desk.shows("2026/11/another.webp")]).toEqual([true, false]);
    // An earlier revision still shows it and may be restored.
    await desk.change(post.id, { ...post, content: "Without it", basedOn: 1 }, saved(1));
    expect(await desk.shows(picture)).toBe(true);
    const cover = "2026/11/cover.png";
    await desk.add(written({ featuredImageUrl: `/blog-images/${cover}` }), "cover", saved(2));
    expect(await desk.shows(cover)).toBe(true);
    world.tables.set("blog_revisions", []);
    expect([await desk.shows(picture), await desk.shows(cover)]).toEqual([false, true]);
  });

  it("[C6.2] the browsers' key cannot write hosted articles", async () => {
    await open().desk.add(written(), "costs", saved(0));
    const visitor = open(world.anonKey);
    await expect(visitor.desk.add(written(), "mine", saved(0))).rejects.toBeInstanceOf(BlogAway);
    const [row] = world.tables.get("blog_posts") ?? [];
    expect(await visitor.desk.remove(String(row?.["id"]))).toBe(false);
    expect(world.tables.get("blog_posts")).toHaveLength(1);
  });

  it("reports a hosted backend without an answer or a table as unavailable", async () => {
    world.tables.clear();
    await expect(open().published.list(everything)).rejects.toBeInstanceOf(BlogAway);
    const unreachable = createSupabasePosts(createSupabase({ url: "http://127.0.0.1:9", key: "x" }));
    await expect(unreachable.published.find("costs")).rejects.toBeInstanceOf(BlogAway);
  });
});
