import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type SupabaseSimulator, startSupabaseSimulator } from "@vriddhi/sandbox/supabase/supabase-simulator";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock as clock } from "../../platform/clock/system-clock.ts";
import { createSupabase } from "../../platform/supabase/supabase-rest.ts";
import { createLocalStore } from "./object-store.local.ts";
import { createS3Store } from "./object-store.s3.ts";
import { createSupabaseStore } from "./object-store.supabase.ts";
import { BucketMissing, NotAllowed, type ObjectStore, StoreAway } from "./object-store.ts";
import { signS3 } from "./s3-signature.ts";

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255, 1]);

let folder: string;
let server: S3rver;
let endpoint: string;
let hosted: SupabaseSimulator;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "vriddhi-s3-"));
  server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: path.join(folder, "s3"),
    vhostBuckets: false,
  });
  hosted = await startSupabaseSimulator();
  const { port } = await server.run();
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.close();
  await hosted.close();
  await rm(folder, { recursive: true });
});

const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER", region: "us-east-1" };
const stores: Readonly<Record<string, () => ObjectStore>> = {
  "a folder": () => createLocalStore(path.join(folder, "pictures")),
  "a hosted backend": () => createSupabaseStore(createSupabase({ url: hosted.url, key: hosted.serviceKey })),
  "an S3 server of another maker": () => createS3Store({ ...keys, endpoint, bucket: "blog-images" }, clock),
};

describe.each(Object.keys(stores))("%s as a picture store", (name) => {
  const open = (): ObjectStore => (stores[name] as () => ObjectStore)();

  it("a picture store reports a missing bucket, creates it, and creates it again without an error", async () => {
    const store = open();
    expect(await store.exists()).toBe(false);
    await expect(store.put("1-a.png", bytes, "image/png")).rejects.toBeInstanceOf(BucketMissing);
    await store.create();
    expect(await store.exists()).toBe(true);
  });

  it("a picture store returns what was stored, byte by byte, and nothing else", async () => {
    const store = open();
    await store.put("1-a.png", bytes, "image/png");
    expect(new Uint8Array((await store.get("1-a.png")) ?? [])).toEqual(bytes);
    expect(await store.get("2-b.png")).toBeNull();
  });

  it("a picture store deletes pictures, also unknown ones", async () => {
    const store = open();
    await store.put("3-c.png", bytes, "image/png");
    await store.remove(["3-c.png", "never.png"]);
    expect(await store.get("3-c.png")).toBeNull();
  });
});

describe("an S3 store", () => {
  it("an S3 store reports a refused key", async () => {
    const store = createS3Store({ ...keys, accessKeyId: "UNKNOWN", endpoint, bucket: "blog-images" }, clock);
    await expect(store.put("1-a.png", bytes, "image/png")).rejects.toBeInstanceOf(NotAllowed);
  });

  it("an S3 store that does not answer is reported as unavailable", async () => {
    const store = createS3Store({ ...keys, endpoint: "http://127.0.0.1:9", bucket: "blog-images" }, clock);
    await expect(store.get("1-a.png")).rejects.toBeInstanceOf(StoreAway);
  });

  const host = "https://examplebucket.s3.amazonaws.com";
  it.each([
    {
      what: "a reading",
      request: { method: "GET", url: new URL(`${host}/test.txt`), headers: { range: "bytes=0-9" }, body: "" },
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    },
    {
      what: "a writing",
      request: {
        method: "PUT",
        url: new URL(`${host}/test%24file.text`),
        headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
        body: "Welcome to Amazon S3.",
      },
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    },
    {
      what: "a list",
      request: { method: "GET", url: new URL(`${host}/?max-keys=2&prefix=J`), headers: {}, body: "" },
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    },
  ] as const)("an S3 store signs $what as in Amazon's documentation", ({ request, signature }) => {
    const signed = signS3(
      { ...request, body: Buffer.from(request.body) },
      {
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        region: "us-east-1",
      },
      "20130524T000000Z",
    );
    expect(signed["authorization"]).toContain(`Signature=${signature}`);
  });
});
