import { DAY_MS, later } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetOthers } from "../../lib/person-storage.ts";
import {
  deviceNow,
  isPromptSilenced,
  isRememberedVerified,
  rememberDismissed,
  rememberVerified,
} from "./phone-memory.ts";

const asha = "0d1f6a52-5c0e-4b53-8a3c-3f1d7b8b2a10";
const ravi = "1d1f6a52-5c0e-4b53-8a3c-3f1d7b8b2a10";
const now = deviceNow();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("[A4.6][A9.2] the flag of a verified phone", () => {
  it("counts for 365 days and not a moment longer", () => {
    rememberVerified(asha, now);
    expect(isRememberedVerified(asha, now)).toBe(true);
    expect(isRememberedVerified(asha, later(now, 365 * DAY_MS - 1))).toBe(true);
    expect(isRememberedVerified(asha, later(now, 365 * DAY_MS))).toBe(false);
  });

  it("is removed once it is stale", () => {
    rememberVerified(asha, now);
    isRememberedVerified(asha, later(now, 365 * DAY_MS));
    expect(localStorage.length).toBe(0);
  });

  it("contains the user id and does not count for other users", () => {
    rememberVerified(asha, now);
    expect(localStorage.key(0)).toBe(`mobile_verified:${asha}`);
    expect(isRememberedVerified(ravi, now)).toBe(false);
  });

  it.each([
    ["unreadable", "yes"],
    ["from the future", String(later(now, 400 * DAY_MS))],
  ])("counts for nothing when it is %s", (_, value) => {
    localStorage.setItem(`mobile_verified:${asha}`, value);
    expect(isRememberedVerified(asha, now)).toBe(false);
  });
});

describe("a dismissed dialog", () => {
  it("stays hidden in every tab, for this user only, until the logout", () => {
    expect(isPromptSilenced(asha)).toBe(false);
    rememberDismissed(asha);
    sessionStorage.clear(); // another tab has none of it
    expect(isPromptSilenced(asha)).toBe(true);
    expect(isPromptSilenced(ravi)).toBe(false);
    forgetOthers(null);
    expect(isPromptSilenced(asha)).toBe(false);
  });
});
