import { describe, expect, it } from "vitest";
import { answerEcho, createBareApp, echo } from "../../testing/http-app.ts";

const PUBLIC = "https://vriddhi.example";

function ask(headers: Record<string, string>, publicUrl = PUBLIC) {
  const bare = createBareApp({ env: { PUBLIC_URL: publicUrl } });
  bare.mount(echo, answerEcho);
  const host = new URL(publicUrl).host;
  return bare.app.inject({ method: "POST", url: "/echo", payload: { text: "x" }, headers: { host, ...headers } });
}

describe("a changing request", () => {
  it.each([
    ["from our own page", { origin: PUBLIC, "sec-fetch-site": "same-origin" }],
    ["from no browser at all", {}],
    ["typed into the address bar", { "sec-fetch-site": "none" }],
    ["from our page, reported by the browser only", { "sec-fetch-site": "same-origin" }],
  ] as const)("is accepted %s", async (_from, headers) => {
    expect((await ask(headers)).statusCode).toBe(200);
  });

  it.each([
    ["another site", { origin: "https://evil.example" }],
    ["another site that knows our name", { origin: "https://vriddhi.example.evil.example" }],
    ["a sibling", { origin: "https://blog.vriddhi.example" }],
    ["another port", { origin: "https://vriddhi.example:8443" }],
    ["our name over plain http", { origin: "http://vriddhi.example" }],
    ["a page without an origin", { origin: "null" }],
    ["an origin that is none", { origin: "vriddhi.example" }],
    ["an empty origin", { origin: "" }],
    ["another site, reported by the browser only", { "sec-fetch-site": "cross-site" }],
    ["a sibling, reported by the browser only", { "sec-fetch-site": "same-site" }],
    ["another site, reported by the browser beside our own origin", { origin: PUBLIC, "sec-fetch-site": "cross-site" }],
    ["another site whose origin was dropped", { "sec-fetch-site": "cross-site", referer: `${PUBLIC}/` }],
  ] as const)("is refused when it comes from %s", async (_from, headers) => {
    const reply = await ask(headers);
    expect(reply.json()).toMatchObject({ code: "foreign_origin" });
    expect(reply.statusCode).toBe(403);
  });

  it("is accepted under another name of the same machine if the site is plain http", async () => {
    const headers = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" };
    expect((await ask(headers, "http://localhost:3000")).statusCode).toBe(200);
    const elsewhere = { host: "127.0.0.1:3000", origin: "http://localhost:5173" };
    expect((await ask(elsewhere, "http://localhost:3000")).statusCode).toBe(403);
  });
});
