import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { cookieRules, readSessionToken, sessionCookie } from "./session-cookie.ts";

const https = cookieRules(new URL("https://vriddhi.example"));
const http = cookieRules(new URL("http://localhost:3000"));
const token = "A".repeat(43);
const other = "B".repeat(43);

async function cookiesFor(rules: typeof https, act: "start" | "remember" | "end"): Promise<string[]> {
  const app = Fastify();
  app.get("/", (_request, reply) => {
    const cookie = sessionCookie(reply, rules);
    if (act === "end") cookie.end();
    else cookie.start(token, act === "remember" ? 86_400_000 : null);
    return reply.send("");
  });
  return [(await app.inject("/")).headers["set-cookie"] ?? []].flat();
}

const attributesOf = (cookie = ""): string[] => cookie.split("; ").toSorted();

describe("the session cookie", () => {
  it("is bound to this host, Secure, HttpOnly and Lax on https", async () => {
    const [session] = await cookiesFor(https, "start");
    expect(attributesOf(session)).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", "Secure", `__Host-session=${token}`]);
  });

  it("has a plain name and is HttpOnly and Lax on http", async () => {
    const [session] = await cookiesFor(http, "start");
    expect(attributesOf(session)).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", `session=${token}`]);
  });

  it("ends with the browser session unless the user chose to be remembered", async () => {
    expect((await cookiesFor(https, "start"))[0]).not.toContain("Max-Age");
    expect((await cookiesFor(https, "remember"))[0]).toContain("; Max-Age=86400");
  });

  it("is deleted at sign-out, with its companion for pages", async () => {
    const ended = await cookiesFor(https, "end");
    expect(ended).toHaveLength(2);
    for (const cookie of ended) expect(cookie).toMatch(/^[\w-]+=; .*Max-Age=0/);
  });

  it("has a companion that scripts may read and that holds no secret", async () => {
    const [, companion = ""] = await cookiesFor(https, "start");
    expect(companion).toMatch(/^signed_in=1; /);
    expect(companion).not.toContain("HttpOnly");
    expect(companion).not.toContain(token);
  });
});

describe("the token of a request", () => {
  it("comes from the cookie, among others", () => {
    for (const cookie of [
      `theme=dark; __Host-session=${token}; signed_in=1`,
      `__Host-session=${token}`,
      `a=;b=c;__Host-session=${token};`,
      `__Host-sessions=x;   __Host-session=${token}  ; d`,
      `x=__Host-session=${other}; __Host-session=${token}`,
    ])
      expect([cookie, readSessionToken({ cookie }, https)]).toEqual([cookie, token]);
  });

  it("[A6.5] comes from the bearer header where there is no cookie", () => {
    expect(readSessionToken({ authorization: `Bearer ${token}`, cookie: "theme=dark" }, https)).toBe(token);
  });

  it("[A6.5] comes from the cookie where there are both, even when the cookie is invalid", () => {
    const both = { authorization: `Bearer ${other}`, cookie: `__Host-session=${token}` };
    expect(readSessionToken(both, https)).toBe(token);
    expect(readSessionToken({ ...both, cookie: "__Host-session=" }, https)).toBeNull();
  });

  it.each([
    [{}],
    [{ cookie: `session=${token}` }],
    [{ cookie: `x__Host-session=${token}` }],
    [{ cookie: `x=1, __Host-session=${token}` }],
    [{ cookie: "; ;=;" }],
    [{ cookie: "" }],
    [{ cookie: `__Host-session=${token}x` }],
    [{ cookie: `__Host-session=${token.slice(1)}'` }],
    [{ authorization: `Basic ${token}` }],
    [{ authorization: token }],
    [{ authorization: "Bearer " }],
  ])("is absent in %j", (headers) => {
    expect(readSessionToken(headers, https)).toBeNull();
  });
});
