import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

let product: TestProduct;
let folder: string;
let bearer: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "vriddhi-pictures-"));
  product = await startTestProduct({ env: { DATA_DIR: folder } });
  bearer = await product.staffToken("blog_admin");
});
beforeEach(() => product.query("TRUNCATE blog_posts, blog_revisions CASCADE"));
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

const writing = { title: "Opening ranges", content: "What **our own** test showed." };
const ask = (method: "GET" | "POST" | "DELETE", address: string, body?: object) =>
  product.send(method, address, { bearer, ...(body === undefined ? {} : { body }) });
const publish = async (changes: object = {}) => {
  const reply = await ask("POST", "/api/blog/posts", { ...writing, ...changes });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json();
};
const visit = (address: string) => product.send("GET", address);

describe("a picture", () => {
  const upload = (bytes: Buffer, type = "image/png", token: string | null = bearer) =>
    product.app.inject({
      method: "POST",
      url: "/api/blog/images",
      headers: { "content-type": type, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      payload: bytes,
      remoteAddress: "127.9.0.1",
    });
  const canvas = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#f5b544" } });

  it("[C3.16, C7.22, C5.5] stores a picture under a generated name, in several widths, and lets browsers cache it forever", async () => {
    const reply = await upload(await canvas(1_200, 630).png().toBuffer());
    expect(reply.statusCode).toBe(200);
    const { url, path: place, image } = reply.json();
    expect(place).toMatch(/^blog-images\/\d{13}-[0-9a-f]{16}\.png$/);
    expect(image).toMatchObject({ url, width: 1_200, height: 630, sources: [{ width: 480 }, { width: 960 }] });
    const served = await visit(url);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const small = await visit(image.sources[0].url);
    expect((await sharp(small.rawPayload).metadata()).width).toBe(480);
    const made = await publish({ featured_image_url: url, image_alt: "A gold field" });
    expect(made.image).toEqual(image);
    expect((await visit("/api/blog/posts")).json().posts[0].image.sources).toHaveLength(2);
  });

  it("a picture is deleted in all widths with the last article that shows it", async () => {
    const [shared, own] = [
      (await upload(await canvas(1_200, 630).png().toBuffer())).json(),
      (await upload(await canvas(600, 400).png().toBuffer())).json(),
    ];
    const first = await publish({ content: `![one](${shared.url})`, featured_image_url: own.url });
    const second = await publish({ title: "Another", content: `words and ![it](${shared.url})` });
    const statusOf = async ({ url, image }: typeof shared): Promise<number[]> =>
      Promise.all(
        [url, ...image.sources.map((source: { url: string }) => source.url)].map(
          async (address) => (await visit(address)).statusCode,
        ),
      );

    expect((await ask("DELETE", `/api/blog/admin/posts/${first.id}`)).statusCode).toBe(200);
    expect(new Set(await statusOf(own))).toEqual(new Set([404]));
    expect(new Set(await statusOf(shared))).toEqual(new Set([200]));
    expect((await ask("DELETE", `/api/blog/admin/posts/${second.id}`)).statusCode).toBe(200);
    expect(new Set(await statusOf(shared))).toEqual(new Set([404]));
    expect(
      await product.query("SELECT name FROM blog_images WHERE name = ANY($1)", [
        [shared.path, own.path].map((place: string) => place.replace("blog-images/", "")),
      ]),
    ).toEqual([]);
  });

  it("a stored picture has no metadata and is upright", async () => {
    const exif = { IFD0: { Copyright: "a secret name" } };
    const shot = await canvas(40, 20).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect(shot.includes("a secret name")).toBe(true);
    const { url, image } = (await upload(shot, "image/jpeg")).json();
    const kept = (await visit(url)).rawPayload;
    expect(kept.includes("a secret name")).toBe(false);
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
    expect([image.width, image.height]).toEqual([20, 40]);
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  it.each([
    ["an SVG that calls itself a PNG", svg, 400, "image_refused"],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), 400, "image_refused"],
    ["a broken PNG", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]), 400, "image_refused"],
    ["nothing", Buffer.alloc(0), 400, "invalid_input"],
    ["more than 5 MB", Buffer.alloc(5_242_881, 1), 413, "body_too_large"],
  ])("refuses a picture when it is %s", async (_what, bytes, status, code) => {
    const reply = await upload(bytes);
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });

  it("refuses a picture of another type, and one from users without the right", async () => {
    for (const type of ["image/svg+xml", "text/html"]) {
      const reply = await upload(svg, type);
      expect([reply.statusCode, reply.json()]).toEqual([
        415,
        {
          code: "unsupported_media",
          detail: "Send the file itself, as one of these types: image/jpeg, image/png, image/gif, image/webp.",
        },
      ]);
    }
    expect((await upload(svg, "multipart/form-data; boundary=x")).json().code).toBe("unsupported_media");
    expect((await upload(svg, "image/png", null)).statusCode).toBe(401);
  });

  it("stores a picture without the data hidden behind its pixels", async () => {
    const polyglot = Buffer.concat([await canvas(10, 10).gif().toBuffer(), Buffer.from("<script>alert(1)</script>")]);
    const { url } = (await upload(polyglot, "image/gif")).json();
    expect((await visit(url)).rawPayload.includes("<script>")).toBe(false);
  });

  it("[C4.14] finds no picture bucket without the folder, and one after the setup", async () => {
    await rm(path.join(folder, "blog-images"), { recursive: true });
    const bytes = await canvas(10, 10).png().toBuffer();
    expect((await upload(bytes)).json()).toEqual({ detail: "Bucket not found", code: "bucket_missing" });
    const states = async () =>
      Object.fromEntries(
        (await ask("GET", "/api/blog/setup"))
          .json()
          .checks.map(({ part, state }: Record<string, string>) => [part, state]),
      );
    expect(await states()).toEqual({ table: "exists", storage: "missing", policies: "exists" });
    expect((await ask("POST", "/api/blog/setup", { part: "storage" })).statusCode).toBe(200);
    expect(await states()).toEqual({ table: "exists", storage: "exists", policies: "exists" });
    expect((await upload(bytes)).statusCode).toBe(200);
  });

  it("an unknown picture is a 404, for every name", async () => {
    for (const name of ["nothing.png", "..%2f..%2fetc%2fpasswd", "1-a.png", "setup-check.png"])
      expect((await visit(`/blog-images/${name}`)).statusCode).toBe(404);
  });
});

describe("[C7.27] the developers' test page", () => {
  it.each([
    "session",
    "select",
    "filter",
    "order",
    "limit",
    "range",
    "count",
    "insert",
    "update",
    "delete",
    "procedure",
  ])("the developers' test page can test the store: %s", async (operation) => {
    await publish();
    const reply = (await ask("POST", "/api/blog/setup/probe", { operation })).json();
    expect(reply).toMatchObject({ success: true });
    expect(await product.query("SELECT 1 FROM blog_posts")).toHaveLength(1);
  });

  it("[C7.23] the developers' test page reports the connection, and what is missing", async () => {
    const session = (await ask("POST", "/api/blog/setup/probe", { operation: "session" })).json();
    expect(session).toMatchObject({
      message: "Supabase connection successful",
      rows: [{ role: "vriddhi_blog_reader" }],
    });
    expect((await ask("POST", "/api/blog/setup/probe", { operation: "profiles" })).json().success).toBe(false);
  });
});
