import { describe, expect, it } from "vitest";
import { ApiError } from "./api.ts";
import { RequestKeys } from "./request-keys.ts";

const refusal = (status: number, code: ApiError["code"]) => new ApiError({ status, code, detail: null });

describe("the key of a request", () => {
  it.each([
    ["no answer", refusal(0, "timed_out")],
    ["a connection that was lost", refusal(0, "unreachable")],
    ["an outage in the middle of the work", refusal(503, "unavailable")],
    ["a proxy's page", refusal(502, "unreadable")],
    ["the first request still at work", refusal(409, "still_running")],
    ["a session that ended", refusal(401, "not_signed_in")],
    ["a proof that is asked for", refusal(428, "proof_required")],
    ["too many requests", refusal(429, "too_many_requests")],
    ["a fault of the page", new Error("no answer of the server")],
  ])("stays after %s, so that the next press is a repetition", (_what, cause) => {
    const keys = new RequestKeys();
    const key = keys.of({ amount: "100" });
    keys.failed({ amount: "100" }, cause);
    expect(keys.of({ amount: "100" })).toBe(key);
  });

  it("is another one for another content, and the same for the first content again", () => {
    const keys = new RequestKeys();
    const key = keys.of({ amount: "100" });
    expect(keys.of({ amount: "10" })).not.toBe(key);
    expect(keys.of({ amount: "100" })).toBe(key);
  });

  it("is another one after an answer and after a refusal of that content alone", () => {
    const keys = new RequestKeys();
    const [first, other] = [keys.of("first"), keys.of("other")];
    keys.failed("other", refusal(409, "refund_refused"));
    expect([keys.of("first") === first, keys.of("other") === other]).toEqual([true, false]);
    keys.answered("first");
    expect(keys.of("first")).not.toBe(first);
  });
});
