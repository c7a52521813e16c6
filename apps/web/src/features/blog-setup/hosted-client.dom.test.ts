import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { createHostedProbe, hostedOptions } from "./hosted-client.ts";

const server = provideApiServer();

describe("the hosted client", () => {
  it("[C3.15] [C8.6] returns the error message of the profiles table", async () => {
    server.answer("GET /rest/v1/profiles", { status: 403, body: { message: "permission denied for table profiles" } });
    const outcome = await createHostedProbe(server.baseUrl(), "anon")("profiles");
    expect(outcome).toMatchObject({ success: false, message: "permission denied for table profiles" });
  });

  it("[C7.27] deletes the row that it inserted", async () => {
    server.answer("POST /rest/v1/blog_posts", { status: 201, body: {} });
    server.answer("DELETE /rest/v1/blog_posts", { body: {} });
    expect(await createHostedProbe(server.baseUrl(), "anon")("insert")).toMatchObject({ success: true });
    const [inserted] = server.calls("POST /rest/v1/blog_posts");
    const [removed] = server.calls("DELETE /rest/v1/blog_posts");
    const { slug } = (inserted?.body ?? {}) as { slug?: string };
    expect(slug).toMatch(/^test-/);
    expect(removed?.address).toBe(`/rest/v1/blog_posts?slug=eq.${slug}`);
  });

  it("[C8.13] keeps the error message of the backend's login and returns success false", async () => {
    const message = "Invalid Refresh Token: Refresh Token Not Found";
    server.answer("POST /auth/v1/token", { status: 400, body: { code: "refresh_token_not_found", message } });
    const ended = { access_token: "a", refresh_token: "r", expires_at: 1, token_type: "bearer", user: { id: "u" } };
    const probe = createHostedProbe(server.baseUrl(), "anon");
    expect(await probe("session")).toMatchObject({ success: true });
    localStorage.setItem("sb-127-auth-token", JSON.stringify(ended));
    expect(await probe("session")).toEqual({ success: false, message, rows: [], count: null });
  });

  it("[C7.26] [C9.9] refreshes tokens automatically and sends the library's heartbeat", () => {
    const auth = { ...hostedOptions.auth, storageKey: "of-this-test" };
    const client = createClient(server.baseUrl(), "anon", { ...hostedOptions, auth });
    expect(client.realtime.heartbeatIntervalMs).toBe(25_000);
    expect(hostedOptions.auth).toEqual({
      flowType: "pkce",
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: true,
    });
  });
});
