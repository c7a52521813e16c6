import { describe, expect, it } from "vitest";
import { epochMs } from "../time/clock.ts";
import { isUnread, stateAfter } from "./support-thread.ts";

describe("a thread with the support desk", () => {
  it("waits for the desk after its writer's word, and for the writer after the desk's", () => {
    expect([stateAfter("writer"), stateAfter("desk")]).toEqual(["open", "answered"]);
  });

  it("is unread from the other side's word until it is looked at", () => {
    const [early, late] = [epochMs(1_000), epochMs(2_000)];
    expect(isUnread(null, null)).toBe(false);
    expect(isUnread(early, null)).toBe(true);
    expect(isUnread(late, early)).toBe(true);
    expect(isUnread(early, early)).toBe(false);
    expect(isUnread(early, late)).toBe(false);
  });
});
