import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, toLoginError } from "./errors.ts";

const errorBody = (error_type: string, message = "words") => ({ status: "error", message, data: null, error_type });
const TYPES = [
  "TokenException",
  "UserException",
  "OrderException",
  "InputException",
  "MarginException",
  "HoldingException",
  "PermissionException",
  "NetworkException",
  "DataException",
  "GeneralException",
];

describe("Kite's errors", () => {
  it.each([
    [403, errorBody("TokenException", "Incorrect `api_key` or `access_token`."), { kind: "session_expired" }],
    [429, errorBody("NetworkException", "Too many requests"), { kind: "throttled", retryAfterMs: 1_000 }],
    [429, null, { kind: "throttled", retryAfterMs: 1_000 }],
    [400, errorBody("InputException", "Invalid `tag`."), { kind: "rejected", reason: "Invalid `tag`." }],
    [400, errorBody("MarginException", "Insufficient funds."), { kind: "rejected", reason: "Insufficient funds." }],
    [400, errorBody("OrderException", "no"), { kind: "rejected", reason: "no" }],
    [400, errorBody("HoldingException", "no"), { kind: "rejected", reason: "no" }],
    [403, errorBody("PermissionException", "no"), { kind: "rejected", reason: "no" }],
    [
      403,
      errorBody("WhateverException", "IP (1.2.3.4) is not allowed"),
      { kind: "rejected", reason: "IP (1.2.3.4) is not allowed" },
    ],
  ])("%i %j", (status, body, error) => {
    expect(judge({ status }, body)).toEqual(error);
  });

  it("an order-system failure is ambiguous: an order may be live", () => {
    for (const type of ["NetworkException", "DataException", "GeneralException", "NewException"])
      for (const status of [400, 500, 502, 503, 504]) expect(judge({ status }, errorBody(type)).kind).toBe("unclear");
  });

  it("never classifies a 5xx as rejected", () => {
    const bodies = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(...TYPES).map((type) => errorBody(type)),
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), bodies, (status, body) => {
        if (status >= 500 || status < 400) expect(judge({ status }, body).kind).toBe("unclear");
      }),
    );
  });

  it("keeps a reason short", () => {
    const error = judge({ status: 400 }, errorBody("InputException", "x".repeat(5_000)));
    expect(error.kind === "rejected" && error.reason.length).toBe(300);
  });
});

describe("a login that fails", () => {
  const reply = (status: number, body: unknown) => toLoginError({ status, headers: {}, body: JSON.stringify(body) });

  it("is refused, throttled or unavailable", () => {
    expect(reply(403, errorBody("TokenException")).kind).toBe("refused");
    expect(reply(400, errorBody("InputException")).kind).toBe("refused");
    expect(reply(429, errorBody("NetworkException")).kind).toBe("throttled");
    expect(reply(500, errorBody("GeneralException")).kind).toBe("unavailable");
    expect(reply(200, {}).kind).toBe("unavailable");
  });
});
