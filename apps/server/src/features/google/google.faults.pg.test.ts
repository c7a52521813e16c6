import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type GoogleFixture, openGoogleFixture } from "../../testing/google-fixture.ts";

const PRIYA = "priya.menon@mail.example";

let desk: GoogleFixture;
beforeAll(async () => {
  desk = await openGoogleFixture();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

describe("a failure at Google", () => {
  it.each([
    ["timeout", 503, "google_unavailable"],
    ["http500", 503, "google_unavailable"],
    ["throttle", 503, "google_unavailable"],
    ["drop-before-accept", 503, "google_unavailable"],
    ["drop-after-accept", 503, "google_unavailable"],
    ["reject", 400, "google_failed"],
  ] as const)("[A7.8] a Google sign-in reports %s, and starting over works", async (kind, status, code) => {
    const browser = desk.openBrowser();
    desk.faults.set("google", kind);

    expect(await browser.signIn(desk.account(PRIYA))).toMatchObject({ status, body: { code } });
    expect(await desk.query("SELECT 1 FROM users")).toEqual([]);
    expect((await browser.signIn(desk.account(PRIYA))).status).toBe(200);
  });

  it("a failed Google sign-in never logs a code, a token or a verifier", async () => {
    const browser = desk.openBrowser();
    const secrets: string[] = [];
    for (const kind of ["reject", "http500", "timeout", null] as const) {
      if (kind) desk.faults.set("google", kind);
      await browser.start();
      secrets.push(browser.cookie.split("=")[1] ?? "");
      const answer = await browser.visit(desk.account(PRIYA));
      secrets.push(answer.searchParams.get("code") ?? "", answer.searchParams.get("state") ?? "");
      await browser.finish(answer);
    }

    expect(desk.log.length).toBe(3);
    const written = desk.log.join("");
    expect(secrets.filter((secret) => secret === "" || written.includes(secret))).toEqual([]);
    expect(written).not.toContain("desk-client-secret");
    expect(written).not.toContain(PRIYA);
  });
});
