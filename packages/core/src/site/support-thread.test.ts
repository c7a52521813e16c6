import { describe, expect, it } from "vitest";
import { epochMs } from "../time/clock.ts";
import { isUnread, stateAfter } from "./support-thread.ts";

describe("a support thread", () => {
  it("waits for support after the user's message, and for the user after support's", () => {
    expect([stateAfter("writer"), stateAfter("desk")]).toEqual(["open", "answered"]);
  });

  it("is unread after the other side's message until it is opened", () => {
    const [early, late] = [epochMs(1_000), epochMs(2_000)];
    expect(isUnread(null, null)).toBe(false);
    expect(isUnread(early, null)).toBe(true);
    expect(isUnread(late, early)).toBe(true);
    expect(isUnread(early, early)).toBe(false);
    expect(isUnread(early, late)).toBe(false);
  });
});
