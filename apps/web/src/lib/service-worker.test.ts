import fs from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { brand } from "@vriddhi/core/site/brand";
import { describe, expect, it } from "vitest";

const PUBLIC = path.resolve(import.meta.dirname, "../../public");
const read = (name: string) => fs.readFileSync(path.join(PUBLIC, name), "utf8");
const bytesOf = (name: string) => fs.statSync(path.join(PUBLIC, name)).size;
const source = read("sw.js");

interface Fetching {
  readonly request: { readonly mode: string; readonly method: string };
  respondWith(answer: Promise<Response>): void;
}

/** Runs the worker as a browser would; `fetch` is the network. */
function startWorker(fetch: () => Promise<Response>) {
  const listeners = new Map<string, (event: Fetching) => void>();
  const self = {
    addEventListener: (name: string, listener: (event: Fetching) => void) => listeners.set(name, listener),
  };
  runInNewContext(source, { self, fetch, Response });
  return async (request: Fetching["request"]): Promise<Response | null> => {
    let answer: Promise<Response> | null = null;
    listeners.get("fetch")?.({
      request,
      respondWith: (given) => {
        answer = given;
      },
    });
    return answer;
  };
}

const offline = () => Promise.reject(new TypeError("no connection"));

describe("the service worker", () => {
  it("shows an offline page without a connection", async () => {
    const ask = startWorker(offline);
    const answer = await ask({ mode: "navigate", method: "GET" });
    expect(answer?.status).toBe(503);
    expect(answer?.headers.get("content-type")).toMatch(/text\/html/);
    expect(await answer?.text()).toContain("You are offline");
  });

  it("passes pages through untouched while there is one", async () => {
    const page = new Response("the page");
    const ask = startWorker(async () => page);
    expect(await ask({ mode: "navigate", method: "GET" })).toBe(page);
  });

  it("leaves the API alone, of forms and of files", async () => {
    const ask = startWorker(offline);
    expect(await ask({ mode: "cors", method: "GET" })).toBeNull();
    expect(await ask({ mode: "navigate", method: "POST" })).toBeNull();
    expect(await ask({ mode: "no-cors", method: "GET" })).toBeNull();
  });

  it("stores nothing", () => expect(source).not.toMatch(/\bcaches\b|indexedDB/));
});

describe("the installed site", () => {
  const manifest = JSON.parse(read("manifest.webmanifest"));

  it("carries the product's name everywhere", () => {
    expect([manifest.name, manifest.short_name, manifest.description]).toEqual([brand.name, brand.name, brand.tagline]);
    expect(source).toContain(`<title>Offline · ${brand.name}</title>`);
  });

  it("has every icon that it names, in both sizes and for systems that cut their own shape", () => {
    for (const { src } of manifest.icons) expect(bytesOf(src)).toBeGreaterThan(0);
    const kinds = manifest.icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`);
    expect(kinds).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));
  });
});

describe("[A7.22] the film and its posters", () => {
  it("stay within what a phone is asked to fetch", () => {
    for (const poster of ["poster-tall.avif", "poster-wide.avif", "poster-tall.webp", "poster-wide.webp"])
      expect(bytesOf(`film/${poster}`), poster).toBeLessThanOrEqual(40_000);
    for (const film of ["film.webm", "film.mp4"]) expect(bytesOf(`film/${film}`), film).toBeLessThanOrEqual(900_000);
  });
});
