import type { Page } from "@playwright/test";
import { PATIENCE_MS } from "../fixtures/patience.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { codeIn, expect, expectSound, newAddress, test } from "../fixtures/test.ts";

const PASSWORD = "steady-lantern-9";
const TAB = "/algorithm/dashboard/UserProfile";
const CHECK = "/otp/check-ip-verification";

let numbers = 0;
const newNumber = (): string => {
  numbers += 1;
  return `98${String(process.pid % 1_000_000).padStart(6, "0")}${String(numbers).padStart(2, "0")}`;
};

const post = async (page: Page, productUrl: string, path: string, data: object): Promise<void> => {
  const reply = await page.request.post(path, { data, headers: { origin: productUrl } });
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true);
};

interface Arrival {
  readonly page: Page;
  readonly productUrl: string;
  mailTo(address: string, subject: RegExp): Promise<{ subject: string; text: string }>;
}

/** A new account, signed in in this browser, at an IP address without a verified phone. */
async function arrive({ page, productUrl, mailTo }: Arrival): Promise<{ email: string; userId: string }> {
  const email = newAddress();
  await post(page, productUrl, "/auth/signup", { name: "Meera Nair", email, password: PASSWORD, dob: "1988-02-29" });
  const code = codeIn(await mailTo(email, /verification code/));
  await post(page, productUrl, "/auth/verify-email", { email, code });
  await post(page, productUrl, "/auth/login", { email, password: PASSWORD });
  const { id } = await (await page.request.get("/auth/profile")).json();
  // All journeys share 127.0.0.1, where another one may have proved a phone already.
  await page.route(`**${CHECK}`, (route) =>
    route.fulfill({ json: { is_verified: false, verified_at: null, message: "" } }),
  );
  return { email, userId: id };
}

async function otpTo(page: Page, number: string, count = 1): Promise<string> {
  let text = "";
  await expect(async () => {
    const caught: { text: string }[] = await (await page.request.get(`/sandbox/sms?to=%2B91${number}`)).json();
    expect(caught).toHaveLength(count);
    text = caught[0]?.text ?? "";
  }).toPass({ timeout: PATIENCE_MS });
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}

const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const dialog = (page: Page) => page.getByRole("dialog");

test("[A2.53, A4.6, A7.17, A7.18, A7.19, A8.11] verifies a phone by an OTP and is not asked again", async ({
  page,
  productUrl,
  mailTo,
  complaints,
}) => {
  const { userId } = await arrive({ page, productUrl, mailTo });
  const number = newNumber();
  await page.goto(TAB);
  await expect(dialog(page)).toContainText("Verify your mobile number");
  await expectSound(page);
  await page.getByLabel("Phone number").fill("98765");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText("Please enter a valid phone number (10-15 digits)")).toBeVisible();
  await page.getByLabel("Phone number").fill(number);
  await page.keyboard.press("Enter");

  await expect(dialog(page)).toContainText("Enter the OTP");
  await expect(page.getByLabel("6-digit OTP")).toBeFocused();
  await expectSound(page);
  const code = await otpTo(page, number);
  await page.keyboard.type(wrongOf(code));
  await expect(page.getByText("Invalid OTP")).toBeVisible();
  await expectSound(page);
  await expect.poll(() => complaints.length).toBe(1);
  expect(complaints.splice(0)[0]).toContain("status of 400");

  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Phone number")).toHaveValue(number);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByRole("button", { name: /^Resend OTP in \d+ s$/ })).toBeDisabled();
  await page.getByLabel("6-digit OTP").fill(code);
  await expect(page.locator("[data-toast=success]")).toHaveText("Phone number verified successfully");
  await expect(dialog(page)).toBeHidden();
  await otpTo(page, number, 1);

  const provedAt = await page.evaluate((key) => localStorage.getItem(key), `mobile_verified:${userId}`);
  expect(Math.abs(Number(provedAt) - Date.now())).toBeLessThan(60_000);
  const checks: string[] = [];
  page.on("request", (request) => request.url().endsWith(CHECK) && checks.push(request.url()));
  await page.goto(TAB);
  await expect(page.getByText(userId)).toBeVisible();
  await page.goto("/free-trial");
  await page.waitForLoadState("networkidle");
  await expect(dialog(page)).toBeHidden();
  expect(checks).toEqual([]);

  // Another browser of the same user has no flag, but the server has stored the verification.
  await page.evaluate(() => localStorage.clear());
  await page.unroute(`**${CHECK}`);
  const answer = page.waitForResponse((response) => response.url().endsWith(CHECK));
  await page.goto(TAB);
  expect(await (await answer).json()).toMatchObject({ is_verified: true });
  await expect(page.getByText(userId)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});

test(
  "can be put off until the user logs out, never covers a public page, and comes before the gate",
  ONCE,
  async ({ page, productUrl, mailTo, browser }) => {
    await page.goto("/free-trial");
    await page.waitForLoadState("networkidle");
    await expect(dialog(page)).toBeHidden();

    await arrive({ page, productUrl, mailTo });
    for (const path of ["/about", "/algorithm", "/research"]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await expect(dialog(page)).toBeHidden();
    }
    await page.goto("/algorithm/dashboard");
    await expect(dialog(page)).toContainText("Verify your mobile number");
    await expect(dialog(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Not now" }).click();
    await expect(dialog(page)).toContainText("Subscription Required");

    for (const path of [TAB, "/dashboard/trading", "/free-trial"]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await expect(dialog(page)).toBeHidden();
    }

    // The flag holds in another tab as well.
    const beside = await page.context().newPage();
    await beside.goto("/free-trial");
    await beside.waitForLoadState("networkidle");
    await expect(dialog(beside)).toBeHidden();
    await beside.close();

    // The same user in another browser is asked again.
    const { cookies } = await page.context().storageState();
    const other = await browser.newContext({ baseURL: productUrl, storageState: { cookies, origins: [] } });
    const elsewhere = await other.newPage();
    await elsewhere.route(`**${CHECK}`, (route) =>
      route.fulfill({ json: { is_verified: false, verified_at: null, message: "" } }),
    );
    await elsewhere.goto("/free-trial");
    await expect(dialog(elsewhere)).toContainText("Verify your mobile number");
    await elsewhere.keyboard.press("Escape");
    await expect(dialog(elsewhere)).toBeHidden();
    await elsewhere.goto("/dashboard/trading");
    await elsewhere.waitForLoadState("networkidle");
    await expect(dialog(elsewhere)).toBeHidden();
    await other.close();
  },
);
