import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, toLoginError } from "./errors.ts";

const reply = (status: number, body: unknown) => ({
  status,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const errorBody = (errorcode: string, message = "words") => ({ status: false, message, errorcode, data: null });
const gateway = (errorCode: string, message = "words") => ({ success: false, message, errorCode, data: "" });
const RATE_TEXT = "Access denied because of exceeding access rate";
const THROTTLED = { kind: "throttled", retryAfterMs: 1_000 };

describe("Angel One's errors, in all dialects", () => {
  it.each([
    [200, gateway("AG8001", "Invalid Token"), { kind: "session_expired" }],
    [200, gateway("AG8002", "Token Expired"), { kind: "session_expired" }],
    [401, errorBody("AG8003", "Token missing"), { kind: "session_expired" }],
    [403, { message: "Token missing" }, { kind: "session_expired" }],
    [200, errorBody("AB1010", "AMX Session Expired"), { kind: "session_expired" }],
    [200, errorBody("AB1011", "Client not login"), { kind: "session_expired" }],
    [403, RATE_TEXT, THROTTLED],
    [403, `"${RATE_TEXT}"`, THROTTLED],
    [200, errorBody("AB1021", "Too many requests"), THROTTLED],
    [429, "", THROTTLED],
    [
      200,
      gateway("AG7002", "Unregistered IP address 1.2.3.4"),
      { kind: "rejected", reason: "Unregistered IP address 1.2.3.4" },
    ],
    [200, gateway("AG9999", "IP is not registered"), { kind: "rejected", reason: "IP is not registered" }],
    [200, gateway("AG8004", "Invalid API Key"), { kind: "rejected", reason: "Invalid API Key" }],
    [200, errorBody("AB1013", "Order not found"), { kind: "rejected", reason: "Order not found" }],
    [400, errorBody("AB1008", "Invalid Order Variety"), { kind: "rejected", reason: "Invalid Order Variety" }],
    [200, errorBody("AB1012", ""), { kind: "rejected", reason: "AB1012" }],
    [200, errorBody("AB4008", "too long"), { kind: "rejected", reason: "too long" }],
    [200, errorBody("AB4036", "cautionary listing"), { kind: "rejected", reason: "cautionary listing" }],
    [200, errorBody("AB2000", "Order cannot be cancelled"), { kind: "rejected", reason: "Order cannot be cancelled" }],
    [
      200,
      errorBody("AB0", "Order price is beyond the Limit Price Protection range"),
      { kind: "rejected", reason: "Order price is beyond the Limit Price Protection range" },
    ],
  ])("%i %j", (status, body, error) => {
    expect(judge(reply(status, body))).toEqual(error);
  });

  it.each([
    [200, errorBody("AB1004", "Something Went Wrong, Please Try After Sometime")],
    [200, errorBody("AB2001", "Internal Error")],
    [200, errorBody("AB2000", "Error not specified")],
    [200, errorBody("AB1007", "AMX Error")],
    [200, errorBody("AB0815", "an undocumented code")],
    [200, errorBody("", "")],
    [200, { status: false }],
    [404, gateway("", "Not Found")],
    [200, gateway("AG0000", "upstream timed out")],
    [403, { message: "Forbidden" }],
    [403, "<html>Forbidden</html>"],
    [200, { status: true, data: null }],
    [200, { status: true, message: RATE_TEXT }],
    [200, ""],
    [500, errorBody("AB1013", "Order not found")],
    [502, RATE_TEXT],
  ])("%i %j is ambiguous: an order may be live", (status, body) => {
    expect(judge(reply(status, body)).kind).toBe("unclear");
  });

  it("never classifies a 5xx as rejected", () => {
    const bodies = fc.oneof(
      fc.string(),
      fc.jsonValue(),
      fc.string().map((code) => errorBody(code)),
      fc.string().map((code) => gateway(code)),
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), bodies, (status, body) => {
        if (status >= 500) expect(judge(reply(status, body)).kind).toBe("unclear");
      }),
    );
  });

  it("keeps a reason short", () => {
    const error = judge(reply(200, errorBody("AB1013", "x".repeat(5_000))));
    expect(error.kind === "rejected" && error.reason.length).toBe(300);
  });
});

describe("a login that fails", () => {
  it.each([
    [200, errorBody("AB1007", "Invalid login id or password"), "refused"],
    [200, errorBody("AB1050", "Invalid totp"), "refused"],
    [200, errorBody("AB0815", "Please switch to another way to log in"), "refused"],
    [200, gateway("AG8004", "Invalid API Key"), "refused"],
    [200, errorBody("AB8050", "Invalid Refresh Token"), "refused"],
    [200, gateway("AG8001", "Invalid Token"), "refused"],
    [403, RATE_TEXT, "throttled"],
    [200, errorBody("AB1004", "Something Went Wrong, Please Try After Sometime"), "unavailable"],
    [200, errorBody("AB2001", "Internal Error"), "unavailable"],
    [200, errorBody("AB1050", ""), "unavailable"],
    [500, errorBody("AB1050", "Invalid totp"), "unavailable"],
    [404, gateway("", "Not Found"), "unavailable"],
    [200, "", "unavailable"],
    [200, { status: true, data: {} }, "unavailable"],
  ])("%i %j is %s", (status, body, kind) => {
    const error = toLoginError(reply(status, body));
    expect(error.kind).toBe(kind);
    if (error.kind !== "throttled") expect(error.reason).toMatch(/\S/);
  });
});
