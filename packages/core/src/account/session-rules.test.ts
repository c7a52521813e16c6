import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "../time/clock.ts";
import {
  isProofFresh,
  isSessionAlive,
  PROOF_LIFE_MS,
  plainSpan,
  rememberedSpan,
  SEEN_AGAIN_AFTER_MS,
  spanOf,
} from "./session-rules.ts";

const start = VIRTUAL_START;

describe("a login session", () => {
  it.each([
    ["plain", false, 12 * HOUR_MS, DAY_MS],
    ["remembered", true, 14 * DAY_MS, 30 * DAY_MS],
  ] as const)("%s ends after its idle time without a visit, and always at its absolute end", (...given) => {
    const [, isRemembered, idleMs, absoluteMs] = given;
    const expiresAt = later(start, absoluteMs);
    const unused = { isRemembered, lastSeenAt: start, expiresAt };
    const used = { isRemembered, lastSeenAt: later(expiresAt, -1), expiresAt };

    expect(spanOf(isRemembered)).toEqual({ idleMs, absoluteMs });
    expect(isSessionAlive(unused, later(start, idleMs - 1))).toBe(true);
    expect(isSessionAlive(unused, later(start, idleMs))).toBe(false);
    expect(isSessionAlive(used, later(expiresAt, -1))).toBe(true);
    expect(isSessionAlive(used, expiresAt)).toBe(false);
  });

  it("records visits often enough for its idle time", () => {
    for (const span of [plainSpan, rememberedSpan]) expect(SEEN_AGAIN_AFTER_MS * 10).toBeLessThan(span.idleMs);
  });
});

describe("a proof of identity", () => {
  it("is valid for ten minutes and not a millisecond longer", () => {
    expect(PROOF_LIFE_MS).toBe(10 * MINUTE_MS);
    expect(isProofFresh(start, later(start, PROOF_LIFE_MS - 1))).toBe(true);
    expect(isProofFresh(start, later(start, PROOF_LIFE_MS))).toBe(false);
  });
});
