import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { scriptOf } from "./trading-script.ts";

const names = { userId: "u", idempotencyKey: "k" };
const request = { broker: "zerodha", capital: 500, isBackground: true } as const;
afterEach(() => vi.restoreAllMocks());

describe("[B9.3] how long a call may take", () => {
  it.each([
    ["multi", scriptOf(null)],
    ["Angel One", scriptOf("angelone")],
    ["Zerodha", scriptOf("zerodha")],
  ])("%s: 30 s for a start, 10 s for a stop", async (_, script) => {
    const never = new AbortController().signal;
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(never);
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({}));
    await script.start(request, names);
    await script.stop(request, names);
    expect(timeout.mock.calls).toEqual([[30_000], [10_000]]);
  });
});

describe("[B8.5] a call that timed out", () => {
  it("has its own words on the screens of one broker", () => {
    const cause = new ApiError({ status: 0, code: "timed_out", detail: null });
    for (const script of [scriptOf("angelone"), scriptOf("zerodha")])
      expect(script.explain(cause, "start")).toMatchObject({
        text: "Request timed out. Please check your connection and try again.",
        durationMs: 8_000,
      });
  });
});
