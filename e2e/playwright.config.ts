import { defineConfig, devices } from "@playwright/test";
import { PATIENCE_MS } from "@vriddhi/testing/eventually";

/** Without the last flags Chromium calls home at every start. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A journey has several waits. */
const TEST_MS = 5 * PATIENCE_MS;

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env["CI"] !== undefined,
  // A browser on a busy machine: one more try there, named as flaky in the report; none at the desk.
  retries: process.env["CI"] === undefined ? 0 : 1,
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS },
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      args,
      ...(process.env["CHROMIUM"] === undefined ? {} : { executablePath: process.env["CHROMIUM"] }),
    },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    { name: "phone", use: { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } } },
  ],
});
