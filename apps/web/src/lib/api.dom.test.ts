import { afterEach, describe, expect, it } from "vitest";
import { aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { ApiError, api, createApi } from "./api.ts";

const server = provideApiServer();
afterEach(() => localStorage.clear());

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const cause = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(cause instanceof ApiError)) throw new Error(`no ApiError but ${String(cause)}`);
  return cause;
};

describe("the API client", () => {
  it("[A7.1] returns the reply as the contract types it", async () => {
    server.answer("GET /auth/profile", { body: aUser() });
    expect((await createApi(server.baseUrl())("GET", "/auth/profile")).name).toBe("Asha Rao");
  });

  it("sends a body as JSON", async () => {
    server.answer("POST /auth/resend-code", { body: { message: "ok" } });
    await api("POST", "/auth/resend-code", { body: { email: "a@b.in" } });
    const [call] = server.calls();
    expect(call?.body).toEqual({ email: "a@b.in" });
    expect(call?.headers["content-type"]).toBe("application/json");
  });

  it("puts parameters into the path and leaves absent queries out", async () => {
    server.answer("GET /sandbox/mail", { body: [] });
    server.answer("DELETE /auth/sessions/a%2Fb", { body: { message: "ok" } });
    await api("GET", "/sandbox/mail", { query: { to: "a+b@c.in" } });
    await api("GET", "/sandbox/mail", { query: { to: undefined } });
    await api("DELETE", "/auth/sessions/{sessionId}", { params: { sessionId: "a/b" } });
    expect(server.calls().map((call) => call.address)).toEqual([
      "/sandbox/mail?to=a%2Bb%40c.in",
      "/sandbox/mail",
      "/auth/sessions/a%2Fb",
    ]);
  });

  it("[A6.5] sends the bearer token where there is one, and a user id only when given", async () => {
    server.answer("GET /auth/profile", { body: aUser() });
    await api("GET", "/auth/profile");
    localStorage.setItem("token", "t0k");
    await api("GET", "/auth/profile", { userId: "u1" });
    const [without, withToken] = server.calls();
    expect(without?.headers).not.toHaveProperty("authorization");
    expect(without?.headers).not.toHaveProperty("x-user-id");
    expect(withToken?.headers).toMatchObject({ authorization: "Bearer t0k", "x-user-id": "u1" });
  });
});

describe("a refusal", () => {
  it("carries status, code and sentence", async () => {
    server.answer("GET /auth/profile", { status: 401, body: { detail: "Please log in.", code: "not_signed_in" } });
    expect(await failure(api("GET", "/auth/profile"))).toMatchObject({
      status: 401,
      code: "not_signed_in",
      detail: "Please log in.",
    });
  });

  it.each(["message", "error", "detail", "msg"])("[A7.3] finds the sentence under %s", async (field) => {
    server.answer("GET /auth/profile", { status: 400, body: { [field]: "No." } });
    expect((await failure(api("GET", "/auth/profile"))).detail).toBe("No.");
  });

  it("has no sentence where the server sent none", async () => {
    server.answer("GET /auth/profile", { status: 502, text: "<h1>Bad gateway</h1>" });
    expect(await failure(api("GET", "/auth/profile"))).toMatchObject({
      status: 502,
      code: "unreadable",
      detail: null,
    });
  });
});

describe("no answer", () => {
  it("is status 0 when the connection breaks", async () => {
    server.answer("GET /auth/profile", { isCutOff: true });
    expect(await failure(api("GET", "/auth/profile"))).toMatchObject({ status: 0, code: "unreachable", detail: null });
  });

  it("is status 0 when it takes too long", async () => {
    server.answer("GET /auth/profile", { body: aUser(), delayMs: 500 });
    expect(await failure(api("GET", "/auth/profile", { timeoutMs: 30 }))).toMatchObject({
      status: 0,
      code: "timed_out",
    });
  });

  it("is no fault of the transport when the caller gave up", async () => {
    server.answer("GET /auth/profile", { body: aUser(), delayMs: 500 });
    const stop = new AbortController();
    const call = api("GET", "/auth/profile", { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.not.toBeInstanceOf(ApiError);
  });
});
