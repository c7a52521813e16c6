import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { createHostedProbe, hostedOptions } from "./hosted-client.ts";

const server = provideApiServer();

describe("the hosted client", () => {
  it("[C8.6] keeps the error message of the table", async () => {
    server.answer("GET /rest/v1/profiles", { status: 403, body: { message: "permission denied for table profiles" } });
    const outcome = await createHostedProbe(server.baseUrl(), "anon")("profiles");
    expect(outcome).toMatchObject({ success: false, message: "permission denied for table profiles" });
  });

  it("[C7.26] [C9.9] refreshes tokens by itself and sends the library's heartbeat", () => {
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
