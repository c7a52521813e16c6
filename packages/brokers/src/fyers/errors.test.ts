import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, judgePlacement, toLoginError } from "./errors.ts";

const errorBody = (code: number | string, message = "words", rest: object = {}) => ({
  s: "error",
  code,
  message,
  ...rest,
});
const head = (status: number, headers: Record<string, string> = {}) => ({ status, headers });

describe("Fyers' errors", () => {
  it.each([
    [401, errorBody(-8, "Your token has expired"), { kind: "session_expired" }],
    [401, errorBody(-15), { kind: "session_expired" }],
    [401, errorBody(-16, "Could not authenticate the user"), { kind: "session_expired" }],
    [401, errorBody(-17), { kind: "session_expired" }],
    [401, errorBody(-352, "invalid app id"), { kind: "session_expired" }],
    [200, errorBody(-16), { kind: "session_expired" }],
    [200, errorBody("-17"), { kind: "session_expired" }],
    [400, errorBody(-50, "qty is invalid"), { kind: "rejected", reason: "qty is invalid" }],
    [200, errorBody(-50, "qty is invalid"), { kind: "rejected", reason: "qty is invalid" }],
    [400, errorBody(-51, "no"), { kind: "rejected", reason: "no" }],
    [400, errorBody(-52, "no"), { kind: "rejected", reason: "no" }],
    [400, errorBody(-53, "no"), { kind: "rejected", reason: "no" }],
    [400, errorBody("-99", "RED:Margin Shortfall"), { kind: "rejected", reason: "RED:Margin Shortfall" }],
    [400, errorBody(-300, "no"), { kind: "rejected", reason: "no" }],
    [
      400,
      errorBody(-392, "Price should be in multiples of tick size."),
      { kind: "rejected", reason: expect.any(String) },
    ],
    [
      400,
      errorBody(-174, "System is not connected to NSE Equity market"),
      { kind: "rejected", reason: expect.any(String) },
    ],
    [400, errorBody(-352, ""), { kind: "rejected", reason: "Fyers refused without a reason" }],
    [403, errorBody(-1, "no permission"), { kind: "rejected", reason: "no permission" }],
    [
      400,
      errorBody(-4711, "IP 1.2.3.4 is not whitelisted"),
      { kind: "rejected", reason: "IP 1.2.3.4 is not whitelisted" },
    ],
  ])("%i %j", (status, body, error) => {
    expect(judge(head(status), body)).toEqual(error);
  });

  it.each([
    [429, { "x-retry-after-ms": "37500", "retry-after": "38" }, 37_500],
    [429, { "retry-after": "38" }, 38_000],
    [429, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }, 1_000],
    [429, { "x-retry-after-ms": "0" }, 1_000],
    [429, { "retry-after": "999999999" }, 86_400_000],
    [200, {}, 1_000],
  ])("throttles, with %i %j: %i ms", (status, headers, retryAfterMs) => {
    const error = { kind: "throttled", retryAfterMs };
    expect(judge(head(status, headers), errorBody(-429, "request limit reached"))).toEqual(error);
    if (status === 429) expect(judge(head(status, headers), null)).toEqual(error);
  });

  it("in a reply without an acknowledgement mean neither success nor refusal, whatever else it contains", () => {
    for (const body of [
      { s: "ok", code: 201, message: "", id: "26111600000001" },
      { s: "ok", code: "201", message: "" },
      errorBody(201, "no ack", { id: "26111600000001" }),
    ]) {
      expect(judge(head(200), body).kind).toBe("unclear");
      expect(judgePlacement(head(200), body).kind).toBe("unclear");
    }
  });

  it("of a placement with an order number mean a recorded rejection, also under an unknown code", () => {
    const body = errorBody(-4711, "RED:blocked", { id: "26111600000001" });
    expect(judgePlacement(head(400), body)).toEqual({ kind: "rejected", reason: "RED:blocked" });
    expect(judgePlacement(head(400), errorBody(-4711)).kind).toBe("unclear");
    expect(judgePlacement(head(400), { ...body, id: "" }).kind).toBe("unclear");
    expect(judgePlacement(head(500), body).kind).toBe("unclear");
    expect(judgePlacement(head(401), { ...body, code: -16 }).kind).toBe("session_expired");
  });

  it("of a change with the requested order's number do not prove a rejection", () => {
    expect(judge(head(400), errorBody(-4711, "?", { id: "26111600000001" })).kind).toBe("unclear");
  });

  it("never count as rejected with a 5xx status", () => {
    const codes = fc.constantFrom(-8, -15, -16, -17, -50, -51, -53, -99, -300, -352, -429, 201, 1101, -1);
    const bodies = fc.oneof(
      fc.jsonValue(),
      codes.map((code) => errorBody(code)),
      codes.map((code) => errorBody(code, "IP is not allowed", { id: "1" })),
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), bodies, (status, body) => {
        if (status < 500 && (status <= 200 || status >= 400)) return;
        expect([judge(head(status), body).kind, judgePlacement(head(status), body).kind]).toEqual([
          "unclear",
          "unclear",
        ]);
      }),
    );
  });

  it("have a short reason", () => {
    const error = judge(head(400), errorBody(-50, "x".repeat(5_000)));
    expect(error.kind === "rejected" && error.reason.length).toBe(300);
  });
});

describe("a login that fails", () => {
  it("is refused, throttled or unavailable", () => {
    expect(toLoginError(head(401), errorBody(-413, "invalid auth code"))).toEqual({
      kind: "refused",
      reason: "invalid auth code",
    });
    expect(toLoginError(head(400), errorBody(-1019, "Invalid TOTP")).kind).toBe("refused");
    expect(toLoginError(head(200), errorBody(-17, ""))).toEqual({
      kind: "refused",
      reason: "Fyers does not accept this login",
    });
    expect(toLoginError(head(429), null)).toEqual({ kind: "throttled", retryAfterMs: 1_000 });
    expect(toLoginError(head(500), errorBody(-1)).kind).toBe("unavailable");
    expect(toLoginError(head(200), {}).kind).toBe("unavailable");
    expect(toLoginError(head(308), null).kind).toBe("unavailable");
  });
});
