import { describe, expect, it } from "vitest";
import { describeDevice } from "../../lib/device-name.ts";
import { describeEvent } from "./history-format.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("a device in plain words", () => {
  it.each([
    ["Chrome on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
    [
      "Edge on Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    ],
    [
      "Opera on Mac",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    ],
    [
      "Safari on Mac",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    ],
    ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
    ["Chrome on Chromebook", `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
    ["Chrome on Linux", `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`],
  ])("%s is no handheld", (name, userAgent) => {
    expect(describeDevice(userAgent)).toEqual({ name, isHandheld: false });
  });

  it.each([
    ["Chrome on Android", `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
    [
      "Samsung Internet on Android",
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    ],
    [
      "Safari on iPhone",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    ],
    [
      "Chrome on iPhone",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
    ],
    [
      "Firefox on iPad",
      "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
    ],
  ])("%s is one", (name, userAgent) => {
    expect(describeDevice(userAgent)).toEqual({ name, isHandheld: true });
  });

  it.each(["", "curl/8.5.0"])("%j is unknown", (userAgent) => {
    expect(describeDevice(userAgent).name).toBe("Unknown device");
  });
});

describe("an event in plain words", () => {
  it.each([
    ["login", "Signed in", undefined],
    ["login_failed", "Sign-in failed", true],
    ["totp_disabled", "Two-step sign-in switched off", true],
    ["phone_verified", "Phone number verified", undefined],
    ["something_new", "Account activity", undefined],
    ["toString", "Account activity", undefined],
  ])("%s", (kind, text, isWarning) => {
    expect(describeEvent(kind)).toEqual(isWarning === undefined ? { text } : { text, isWarning });
  });
});
