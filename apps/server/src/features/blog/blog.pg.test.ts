import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { HOUR_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asRole, BLOG_READER_ROLE, BLOG_WRITER_ROLE } from "../../platform/db/database.ts";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
let folder: string;
let bearer: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "vriddhi-blog-"));
  product = await startTestProduct({ clock, env: { DATA_DIR: folder } });
  bearer = await product.staffToken("blog_admin");
});
beforeEach(async () => {
  await product.query("TRUNCATE blog_posts, blog_revisions CASCADE");
  // This process caches the counts of articles for less than a minute.
  clock.advance(MINUTE_MS);
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

const writing = { title: "Opening ranges", content: "What **our own** test showed.", tags: ["Testing", "NSE"] };
const ask = (method: "GET" | "POST" | "PUT" | "DELETE", address: string, body?: object) =>
  product.send(method, address, { bearer, ...(body === undefined ? {} : { body }) });
const publish = async (changes: object = {}) => {
  const reply = await ask("POST", "/api/blog/posts", { ...writing, ...changes });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  clock.advance(1_000);
  return reply.json();
};
const visit = (address: string) => product.send("GET", address);
const slugsOf = async (address: string): Promise<string[]> =>
  (await visit(address)).json().posts.map(({ slug }: { slug: string }) => slug);

describe("an article", () => {
  it("[C7.18, C4.3, C3.1] an article is published at once and public", async () => {
    const made = await publish();
    expect(made).toMatchObject({
      title: "Opening ranges",
      slug: "opening-ranges",
      excerpt: "What **our own** test showed.",
      excerpt_html: "What <strong>our own</strong> test showed.",
      featured_image_url: null,
      published: true,
      updated_at: null,
      revision: 1,
      reading_minutes: 1,
      html: "<p>What <strong>our own</strong> test showed.</p>",
    });
    const { post } = (await visit("/api/blog/posts/opening-ranges")).json();
    expect(post).toEqual(made);
    const list = (await visit("/api/blog/posts")).json();
    expect(list).toMatchObject({ total: 1, page: 1, posts: [{ slug: "opening-ranges", tags: ["Testing", "NSE"] }] });
    expect(list.posts[0]).not.toHaveProperty("content");
  });

  it("[C7.25, C7.29] a published article is in the sitemap, and the search engines' pings are logged", async () => {
    await publish();
    expect((await visit("/sitemap.xml")).body).toContain("/research/opening-ranges</loc>");
    expect(product.log.some((line) => line.includes("sitemap: ping not sent"))).toBe(true);
  });

  it("[C7.20, C2.22] an unknown article is a 404 with a sentence", async () => {
    const reply = await visit("/api/blog/posts/nothing-like-it");
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { detail: "Research Article Not Found", code: "post_unknown" },
    ]);
  });

  it.each([
    [{ title: "  " }, "Title is required"],
    [{ content: " \n " }, "Content is required"],
    [{ title: "x".repeat(256) }, "Title must be at most 255 characters"],
    [{ featured_image_url: "https://elsewhere.example/a.png" }, "Please upload the picture first"],
    [{ featured_image_url: "/blog-images/../secret" }, "Please upload the picture first"],
  ])("[C5.2] refuses an invalid article with a sentence: %j", async (changes, detail) => {
    const reply = await ask("POST", "/api/blog/posts", { ...writing, ...changes });
    expect([reply.statusCode, reply.json().detail]).toEqual([400, detail]);
    expect(await product.query("SELECT 1 FROM blog_posts")).toEqual([]);
  });

  it("accepts a long article and refuses a too long one", async () => {
    const long = await ask("POST", "/api/blog/posts", { ...writing, content: "लंबा ".repeat(30_000) });
    expect(long.statusCode).toBe(200);
    const longer = await ask("POST", "/api/blog/posts", { ...writing, content: "x".repeat(200_001) });
    expect([longer.statusCode, longer.json().detail]).toEqual([400, "Content must be at most 200000 characters"]);
  });

  it("refuses an article with too deep nesting, and the server continues", async () => {
    const reply = await ask("POST", "/api/blog/posts", { ...writing, content: "<div>".repeat(6_000) });
    expect([reply.statusCode, reply.json().code]).toEqual([400, "invalid_input"]);
    expect((await ask("POST", "/api/blog/preview", { content: "*fine*" })).json().html).toBe("<p><em>fine</em></p>");
  });

  it.each(["/api/blog/preview", "/api/blog/posts"])("that takes too long to render is refused: %s", async (path) => {
    const heavy = { content: "*a".repeat(100_000) };
    const reply = await ask("POST", path, path.endsWith("posts") ? { ...writing, ...heavy } : heavy);
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { code: "invalid_input", detail: "This text takes too long to render. Please make it shorter or simpler." },
    ]);
    expect(await product.query("SELECT 1 FROM blog_posts")).toEqual([]);
    expect((await ask("POST", "/api/blog/preview", { content: "*fine*" })).json().html).toBe("<p><em>fine</em></p>");
  });
});

describe("slugs", () => {
  it("[C5.3] slugs that are used, reserved or empty get a number", async () => {
    const slugs = [];
    for (const title of ["Same", "Same", "same!", "Create", "निफ्टी का दिन", "बाज़ार"])
      slugs.push((await publish({ title })).slug);
    expect(slugs).toEqual(["same", "same-2", "same-3", "create-1", "article-1", "article-2"]);
  });

  it("slugs stay unique when twenty articles of one title come at once", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => ask("POST", "/api/blog/posts", writing)));
    const slugs = made.map((reply) => reply.json().slug);
    expect(new Set(slugs).size).toBe(20);
    expect(await product.query("SELECT 1 FROM blog_revisions")).toHaveLength(20);
  });
});

describe("the list", () => {
  it("[C7.19, C9.1] the list of articles is newest first, page by page", async () => {
    for (const title of ["one", "two", "three"]) await publish({ title });
    expect(await slugsOf("/api/blog/posts")).toEqual(["three", "two", "one"]);
    const second = (await visit("/api/blog/posts?page=2&limit=2")).json();
    expect([second.posts.length, second.total, second.page, second.limit]).toEqual([1, 3, 2, 2]);
    expect((await visit("/api/blog/posts?page=1&limit=2")).json().total).toBe(3);
    expect(await slugsOf("/api/blog/posts?page=9&limit=2")).toEqual([]);
  });

  it("articles can be searched by words of title, tags and text, in any script, and filtered by tag", async () => {
    await publish({ title: "Slippage", content: "The price you got.", tags: ["Costs"] });
    await publish({ title: "Taxes", content: "STT on intraday trades", tags: ["Costs", "Tax"] });
    await publish({ title: "हिन्दी लेख", content: "शेयर बाज़ार", tags: [] });
    expect(await slugsOf("/api/blog/posts?q=SLIPP")).toEqual(["slippage"]);
    expect(await slugsOf("/api/blog/posts?q=intraday%20stt")).toEqual(["taxes"]);
    expect(await slugsOf("/api/blog/posts?q=costs")).toEqual(["taxes", "slippage"]);
    expect(await slugsOf(`/api/blog/posts?q=${encodeURIComponent("बाज़ार")}`)).toEqual(["article-1"]);
    expect(await slugsOf("/api/blog/posts?tag=Tax")).toEqual(["taxes"]);
    expect(await slugsOf(`/api/blog/posts?q=${encodeURIComponent("'; DROP TABLE x; -- :* & | !")}`)).toEqual([]);
    expect((await visit("/api/blog/tags")).json().tags).toEqual([
      { tag: "Costs", count: 2 },
      { tag: "Tax", count: 1 },
    ]);
  });

  it("an article shows related ones: most common tags first, then the newest", async () => {
    await publish({ title: "old and near", tags: ["a", "b"] });
    await publish({ title: "far", tags: [] });
    await publish({ title: "half", tags: ["a"] });
    await publish({ title: "this", tags: ["a", "b"] });
    const { related } = (await visit("/api/blog/posts/this")).json();
    expect(related.map(({ slug }: { slug: string }) => slug)).toEqual(["old-and-near", "half", "far"]);
  });

  it("the list of articles uses an index, however many there are", async () => {
    await product.query(
      `INSERT INTO blog_posts (id, title, content, excerpt, excerpt_html, slug, tags, reading_minutes, created_at, html,
         headings, has_math, rendered_by, search)
       SELECT gen_random_uuid(), 'Post ' || n, 'x', 'x', 'x', 'post-' || n, ARRAY['t' || n % 50], 1,
         now() - n * interval '1 minute', '', '[]', false, 1, '' FROM generate_series(1, 3000) AS n`,
    );
    await product.query("ANALYZE blog_posts");
    const planOf = async (sql: string) => JSON.stringify(await product.query(`EXPLAIN (FORMAT JSON) ${sql}`));
    const newest = "WHERE published ORDER BY created_at DESC NULLS LAST, id LIMIT 24";
    expect(await planOf(`SELECT title FROM blog_posts ${newest}`)).toContain("blog_posts_newest");
    expect(await planOf("SELECT title FROM blog_posts WHERE slug = 'post-7' AND published")).toContain("slug");
    expect((await visit("/api/blog/posts")).json()).toMatchObject({ total: 3_000, posts: { length: 24 } });
  });
});

describe("a change of an article", () => {
  it("a changed article keeps its address, shows its time, and keeps the earlier state as a revision", async () => {
    const { id } = await publish();
    const changed = await ask("PUT", `/api/blog/admin/posts/${id}`, {
      ...writing,
      title: "New title",
      content: "New.",
    });
    expect(changed.json()).toMatchObject({
      title: "New title",
      slug: "opening-ranges",
      revision: 2,
      html: "<p>New.</p>",
    });
    expect(changed.json().updated_at).toBe(new Date(clock.now()).toISOString());
    const { revisions } = (await ask("GET", `/api/blog/admin/posts/${id}/revisions`)).json();
    expect(
      revisions.map(({ revision, title, saved_by }: Record<string, unknown>) => [revision, title, saved_by]),
    ).toEqual([
      [2, "New title", "Meera Nair"],
      [1, "Opening ranges", "Meera Nair"],
    ]);
    const first = (await ask("GET", `/api/blog/admin/posts/${id}/revisions/1`)).json();
    expect(first).toMatchObject({
      content: writing.content,
      html: "<p>What <strong>our own</strong> test showed.</p>",
    });
    const restored = (await ask("POST", `/api/blog/admin/posts/${id}/revisions/1/restore`)).json();
    expect(restored).toMatchObject({ title: "Opening ranges", content: writing.content, revision: 3 });
  });

  it("refuses a change based on an outdated revision, and keeps one of two concurrent changes", async () => {
    const { id } = await publish();
    const change = (title: string) => ask("PUT", `/api/blog/admin/posts/${id}`, { ...writing, title, based_on: 1 });
    const codes = (await Promise.all([change("mine"), change("yours")])).map(({ statusCode }) => statusCode);
    expect(codes.toSorted()).toEqual([200, 409]);
    expect((await change("late")).json().code).toBe("post_changed");
    expect(await product.query("SELECT 1 FROM blog_revisions WHERE post_id = $1", [id])).toHaveLength(2);
  });

  it("[C7.21] deleting removes the article and its revisions; a second deletion finds nothing", async () => {
    const { id } = await publish();
    expect((await ask("DELETE", `/api/blog/admin/posts/${id}`)).statusCode).toBe(200);
    expect(await slugsOf("/api/blog/posts")).toEqual([]);
    expect(await product.query("SELECT 1 FROM blog_revisions")).toEqual([]);
    expect((await ask("DELETE", `/api/blog/admin/posts/${id}`)).json().code).toBe("post_unknown");
  });
});

describe("a scheduled article", () => {
  it("a scheduled article is hidden before its time and public after it", async () => {
    const publishAt = new Date(clock.now() + HOUR_MS).toISOString();
    const made = await publish({ publish_at: publishAt });
    expect(made).toMatchObject({ published: false, publish_at: publishAt, created_at: publishAt });
    expect(await slugsOf("/api/blog/posts")).toEqual([]);
    expect((await visit("/api/blog/posts/opening-ranges")).statusCode).toBe(404);
    expect((await visit("/sitemap.xml")).body).not.toContain("opening-ranges");
    expect((await visit("/research/rss.xml")).body).not.toContain("opening-ranges");
    expect((await ask("GET", "/api/blog/admin/posts")).json().posts).toHaveLength(1);
    clock.advance(HOUR_MS);
    await expect.poll(() => slugsOf("/api/blog/posts"), { timeout: 60_000 }).toEqual(["opening-ranges"]);
  });

  it("a scheduled article can be rescheduled, and published at once", async () => {
    const { id } = await publish({ publish_at: new Date(clock.now() + HOUR_MS).toISOString() });
    const later = new Date(clock.now() + 2 * HOUR_MS).toISOString();
    const moved = await ask("PUT", `/api/blog/admin/posts/${id}`, { ...writing, publish_at: later });
    expect(moved.json()).toMatchObject({ published: false, publish_at: later });
    const now = await ask("PUT", `/api/blog/admin/posts/${id}`, writing);
    expect(now.json()).toMatchObject({
      published: true,
      publish_at: null,
      created_at: new Date(clock.now()).toISOString(),
    });
  });
});

describe("[C6.2] the database roles of the blog", () => {
  const withRole = async <T>(role: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: asRole(product.databaseUrl, role) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  it("the anonymous database role reads only published rows and writes nothing", async () => {
    await publish({ title: "seen" });
    await publish({ title: "hidden", publish_at: new Date(clock.now() + HOUR_MS).toISOString() });
    await withRole(BLOG_READER_ROLE, async (client) => {
      const { rows } = await client.query("SELECT slug FROM blog_posts");
      expect(rows).toEqual([{ slug: "seen" }]);
      const refused = [
        "INSERT INTO blog_posts (id) VALUES (gen_random_uuid())",
        "UPDATE blog_posts SET title = 'x'",
        "DELETE FROM blog_posts",
        "TRUNCATE blog_posts",
        "SELECT * FROM blog_revisions",
        "SELECT * FROM blog_images",
        "SELECT * FROM users",
        "SELECT * FROM newsletter_readers",
        "ALTER TABLE blog_posts DISABLE ROW LEVEL SECURITY",
        "CREATE TABLE mine (id int)",
      ];
      for (const sql of refused) await expect(client.query(sql), sql).rejects.toMatchObject({ code: "42501" });
    });
  });

  it("the writing database role reaches only the blog", async () => {
    await publish({ publish_at: new Date(clock.now() + HOUR_MS).toISOString() });
    await withRole(BLOG_WRITER_ROLE, async (client) => {
      expect((await client.query("SELECT slug FROM blog_posts")).rowCount).toBe(1);
      for (const sql of ["SELECT * FROM users", "SELECT * FROM sessions", "DROP TABLE blog_posts"])
        await expect(client.query(sql), sql).rejects.toMatchObject({ code: "42501" });
    });
  });

  it("the product's common database role has no access to the blog", async () => {
    await withRole("vriddhi_app", async (client) => {
      await expect(client.query("SELECT * FROM blog_posts")).rejects.toMatchObject({ code: "42501" });
    });
  });
});

describe("markup in an article's title or tag", () => {
  const evil = `</title><script>alert(1)</script>"'&`;

  it("markup in a title is text in feeds and sitemap", async () => {
    await publish({ title: evil, content: `${evil}\n\n<img src=x onerror=alert(1)> ]]> \u0001`, tags: ["a&b"] });
    for (const address of ["/research/rss.xml", "/research/atom.xml", "/sitemap.xml"]) {
      const { body, headers, statusCode } = await visit(address);
      expect(statusCode).toBe(200);
      expect(headers["content-type"]).toMatch(/xml/);
      expect(body).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
      expect(body).not.toContain("\u0001");
    }
    const { post } = (await visit("/api/blog/posts/titlescriptalert1script")).json();
    expect(post.title).toBe(evil);
    expect(post.html).not.toMatch(/<script|onerror/);
  });

  it("refuses markup in a tag", async () => {
    for (const tag of ["<b>", "a,b", "line\nbreak", "x".repeat(41)]) {
      const reply = await ask("POST", "/api/blog/posts", { ...writing, tags: [tag] });
      expect(reply.statusCode).toBe(400);
    }
  });
});
