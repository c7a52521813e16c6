import { defineConfig, devices } from "@playwright/test";
import { PATIENCE_MS } from "./fixtures/patience.ts";
import { DESKTOP_SIZE, ONCE, PHONE_SIZE } from "./fixtures/sizes.ts";

/** Without the last flags Chromium contacts its vendor at every start. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Long ones, each file with a product of its own: they begin first, so that they do not run alone at the end. */
const OWN_DAYS = /[\\/](approval|desk|poor-line|status|today)[.]spec[.]ts$/;
const desktop = { use: { viewport: DESKTOP_SIZE } };
const phone = { grepInvert: new RegExp(ONCE.tag), use: { ...devices["Pixel 7"], viewport: PHONE_SIZE } };

/** A journey has several waits. */
const TEST_MS = 5 * PATIENCE_MS;

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env["CI"] !== undefined,
  // A browser on a busy machine: one more try there, named as flaky in the report; none on a developer's machine.
  retries: process.env["CI"] === undefined ? 0 : 1,
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS },
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Otherwise a click on a covered element waits as long as the whole journey may take.
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    // Records every step and each state of the page, which costs as much as the journey: only on a second try.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      args,
      ...(process.env["CHROMIUM"] === undefined ? {} : { executablePath: process.env["CHROMIUM"] }),
    },
  },
  projects: [
    { ...desktop, name: "desktop, own days", testMatch: OWN_DAYS },
    { ...phone, name: "phone, own days", testMatch: OWN_DAYS },
    { ...desktop, name: "desktop", testIgnore: OWN_DAYS },
    { ...phone, name: "phone", testIgnore: OWN_DAYS },
  ],
});
