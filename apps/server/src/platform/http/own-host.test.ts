import { describe, expect, it } from "vitest";
import { createBareApp, echo } from "../../testing/http-app.ts";
import { isOwnHost } from "./own-host.ts";

const ours = new URL("http://trade.vriddhi.example:8080");

describe("a Host header", () => {
  it.each([
    "trade.vriddhi.example",
    "TRADE.vriddhi.example:8080",
    "localhost:3000",
    "127.0.0.1:3000",
    "[::1]:3000",
    "10.0.0.7",
  ])("is ours: %s", (host) => expect(isOwnHost(host, ours)).toBe(true));

  it.each(["evil.example", "evil.example:8080", "trade.vriddhi.example.evil.example", "127.0.0.1.evil.example", ""])(
    "is foreign: %s",
    (host) => expect(isOwnHost(host, ours)).toBe(false),
  );

  it("is refused before any effect when it is foreign, with any Origin", async () => {
    const bare = createBareApp({ env: { PUBLIC_URL: "http://localhost:3000" } });
    bare.mount(echo, async ({ body }) => ({ ok: true, value: body }));
    const headers = { host: "evil.example:3000", origin: "http://evil.example:3000" };
    const reply = await bare.app.inject({ method: "POST", url: "/echo", headers, payload: { text: "x" } });
    expect([reply.statusCode, reply.json().code]).toEqual([421, "wrong_host"]);
    await bare.app.close();
  });
});
