import type { StaffArea } from "@vriddhi/core/back-office/admin-session";
import { err, ok } from "@vriddhi/core/shared/result";
import { epochMs } from "@vriddhi/core/time/clock";
import { expect, it } from "vitest";
import { adminSessionHandlers } from "./admin-session.routes.ts";

async function logIn(
  person: { readonly role: string; readonly code: string | null },
  totp?: string,
  door: StaffArea = "desk",
) {
  const started: string[] = [];
  const handlers = adminSessionHandlers({
    sessions: {
      async start({ role }) {
        started.push(role);
        return { token: "token", browser: null };
      },
      find: async () => null,
      prove: async () => undefined,
      leave: async () => undefined,
      end: async () => false,
      list: async () => [],
      expiryOf: async () => epochMs(0),
    },
    isFactorForced: true,
    clockShiftMinutes: 150,
    addressOf: (username) => username,
    checkPassword: async () => ok({ id: "person", role: person.role, hasUsedCode: false }),
    hasFactor: async () => person.code !== null,
    async checkFactor(_userId, code) {
      if (code === undefined) return err("totp_required");
      return code === person.code ? ok(undefined) : err("totp_wrong");
    },
    startFactor: async () => err("totp_already"),
    confirmFactor: async () => err("totp_not_started"),
    confirmPassword: async () => ok(undefined),
    dropLoginCodes: async () => undefined,
  });
  const call = {
    body: { username: "a@example.com", password: "x", totp, mail_code: undefined },
    from: { ip: "127.0.0.1", device: "" },
    cookies: { read: () => null, put: () => undefined, drop: () => undefined },
    isFromPage: false,
  };
  const handler = door === "desk" ? handlers.adminLogin : handlers.blogAdminLogin;
  const reply = await handler(call as never);
  if (reply.ok) return started.join();
  return typeof reply.error === "string" ? reply.error : reply.error.code;
}

it("the back office in live mode admits no staff without a second factor", async () => {
  expect(await logIn({ role: "admin", code: null })).toBe("factor_missing");
  expect(await logIn({ role: "admin", code: null }, "123456")).toBe("factor_missing");
  expect(await logIn({ role: "blog_admin", code: null }, undefined, "blog")).toBe("factor_missing");
  expect(await logIn({ role: "admin", code: "123456" })).toBe("totp_required");
  expect(await logIn({ role: "admin", code: "123456" }, "654321")).toBe("totp_wrong");
  expect(await logIn({ role: "admin", code: "123456" }, "123456")).toBe("admin");
});

it("the back office does not ask a user without a role for a code", async () => {
  expect(await logIn({ role: "user", code: "123456" })).toBe("bad_credentials");
  expect(await logIn({ role: "blog_admin", code: "123456" }, "123456")).toBe("bad_credentials");
});
