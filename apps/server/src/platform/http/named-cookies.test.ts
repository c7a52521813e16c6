import { endpoint } from "@vriddhi/contract/endpoint";
import { ok } from "@vriddhi/core/shared/result";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type BareApp, createBareApp } from "../../testing/http-app.ts";

const probe = endpoint({
  method: "POST",
  path: "/probe",
  summary: "Keeps a cookie, or drops it",
  access: "public",
  body: z.strictObject({ put: z.string().optional() }),
  reply: z.strictObject({ had: z.string().nullable() }),
  problems: [],
});

let bare: BareApp;
afterEach(() => bare.app.close());

function start(publicUrl: string) {
  bare = createBareApp({ env: { PUBLIC_URL: publicUrl } });
  bare.mount(probe, async ({ body, cookies, session }) => {
    const had = cookies.read("attempt");
    if (body.put === undefined) cookies.drop("attempt");
    else {
      session.start("token", null);
      cookies.put("attempt", body.put, 90_500);
    }
    return ok({ had });
  });
  return async (payload: object, cookie = "") => {
    const reply = await bare.app.inject({ method: "POST", url: "/probe", payload, headers: { cookie } });
    return { had: reply.json().had, set: [reply.headers["set-cookie"] ?? []].flat().map(sorted) };
  };
}

/** Sorts a cookie's attributes behind its name and value, because their order does not matter. */
const sorted = (cookie = ""): string => {
  const [pair, ...attributes] = cookie.split("; ");
  return [pair, ...attributes.toSorted()].join("; ");
};

describe("a feature's own cookie", () => {
  it("is HttpOnly and SameSite, and leaves the session's cookie alone", async () => {
    const send = start("http://localhost:3000");
    expect(await send({ put: "abc" })).toEqual({
      had: null,
      set: [
        "session=token; HttpOnly; Path=/; SameSite=Lax",
        "signed_in=1; Path=/; SameSite=Lax",
        "attempt=abc; HttpOnly; Max-Age=90; Path=/; SameSite=Lax",
      ],
    });
  });

  it("is bound to the host on https", async () => {
    const send = start("https://vriddhi.example");
    const { set } = await send({ put: "abc" });
    expect(set[2]).toBe("__Host-attempt=abc; HttpOnly; Max-Age=90; Path=/; SameSite=Lax; Secure");
    expect((await send({}, "attempt=planted; __Host-attempt=own")).had).toBe("own");
    expect((await send({}, "attempt=planted")).had).toBeNull();
  });

  it("is read by its whole name and deleted at once", async () => {
    const send = start("http://localhost:3000");
    expect(await send({}, "other_attempt=x; attempt=abc")).toEqual({
      had: "abc",
      set: ["attempt=; HttpOnly; Max-Age=0; Path=/; SameSite=Lax"],
    });
  });
});
