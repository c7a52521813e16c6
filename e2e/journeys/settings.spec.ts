import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { installAuthenticator, totpOf } from "../fixtures/factors.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { besides401, codeIn, expect, expectSound, newAddress, test } from "../fixtures/test.ts";

const PASSWORD = "steady-lantern-9";
const SETTINGS = "/algorithm/dashboard/Settings";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";

const post = (context: BrowserContext, productUrl: string, path: string, data: object) =>
  context.request.post(productUrl + path, { data, headers: { origin: productUrl } });

interface Arrival {
  readonly page: Page;
  readonly productUrl: string;
  mailTo(address: string, subject: RegExp): Promise<{ subject: string; text: string }>;
}

/** A new account with Settings open. A phone counts as verified at its IP address, so that no dialog opens. */
async function openSettings({ page, productUrl, mailTo }: Arrival): Promise<string> {
  const email = newAddress();
  const context = page.context();
  await post(context, productUrl, "/auth/signup", { name: "Meera Nair", email, password: PASSWORD, dob: "1988-02-29" });
  const code = codeIn(await mailTo(email, /verification code/));
  await post(context, productUrl, "/auth/verify-email", { email, code });
  expect((await post(context, productUrl, "/auth/login", { email, password: PASSWORD })).ok()).toBe(true);
  await page.route("**/otp/check-ip-verification", (route) =>
    route.fulfill({ json: { is_verified: true, verified_at: null, message: "" } }),
  );
  await page.goto(SETTINGS);
  await expect(page.getByRole("region", { name: "Email address" }).getByText(email)).toBeVisible();
  return email;
}

async function signInElsewhere({ page, productUrl }: Omit<Arrival, "mailTo">, email: string): Promise<BrowserContext> {
  const other = await page.context().browser()?.newContext({ userAgent: ANDROID });
  if (other === undefined) throw new Error("no browser");
  expect((await post(other, productUrl, "/auth/login", { email, password: PASSWORD })).ok()).toBe(true);
  return other;
}

const profileStatus = async (context: BrowserContext, productUrl: string): Promise<number> =>
  (await context.request.get(`${productUrl}/auth/profile`)).status();

const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page) => page.locator("[data-toast=success]").last();

test(
  "[A5.3, A5.5] a new password signs the other device out and this one stays",
  ONCE,
  async ({ page, productUrl, mailTo, complaints }) => {
    const email = await openSettings({ page, productUrl, mailTo });
    const other = await signInElsewhere({ page, productUrl }, email);
    await expectSound(page);
    await page.getByRole("button", { name: "Change password" }).click();
    await dialog(page).getByLabel("Current password").fill("something-else");
    await dialog(page).getByLabel("New password").fill("quiet-river-42");
    await dialog(page).getByLabel("Confirm password").fill("quiet-river-42");
    await expect(dialog(page).getByText("Strong")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("That password is not right.")).toBeVisible();
    await expectSound(page);
    await expect.poll(() => complaints.length).toBe(1);
    expect(complaints.splice(0)[0]).toContain("status of 403");

    await dialog(page).getByLabel("Current password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(toast(page)).toHaveText("Your password has been changed. All other devices are signed out.");
    await expect(dialog(page)).toBeHidden();
    expect(await profileStatus(other, productUrl)).toBe(401);
    expect(await profileStatus(page.context(), productUrl)).toBe(200);
    await expect(page.getByRole("region", { name: "Sign-in history" }).getByText("Password changed")).toBeVisible();
    await other.close();
  },
);

test("ends the session of one device", ONCE, async ({ page, productUrl, mailTo }) => {
  const email = await openSettings({ page, productUrl, mailTo });
  const other = await signInElsewhere({ page, productUrl }, email);
  await page.reload();
  const devices = page.getByRole("region", { name: "Devices" });
  await expect(devices.getByRole("listitem").first()).toContainText("This device");
  await expect(devices.getByRole("listitem").last()).toContainText("Chrome on Android");
  await devices.getByRole("button", { name: /^End session on Chrome on Android/ }).click();
  await expectSound(page);
  expect(await profileStatus(other, productUrl)).toBe(200);
  await dialog(page).getByRole("button", { name: "End session" }).click();
  await expect(toast(page)).toHaveText("Session ended");
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  expect(await profileStatus(other, productUrl)).toBe(401);
  await other.close();
});

test(
  "[A2.28] two-step sign-in is switched on, required at the login and switched off again",
  ONCE,
  async ({ page, productUrl, mailTo, complaints }) => {
    const email = await openSettings({ page, productUrl, mailTo });
    await page.getByRole("button", { name: "Switch on two-step sign-in" }).click();
    await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    await expectSound(page);
    const secret = await dialog(page).getByLabel("Or type this key").inputValue();
    await dialog(page).getByLabel("6-digit code from the app").fill(totpOf(secret, Date.now()));

    await expect(dialog(page)).toContainText("Keep your recovery codes");
    await expectSound(page);
    await page.keyboard.press("Escape");
    const codes = await dialog(page).getByRole("listitem").allTextContents();
    expect(codes).toHaveLength(10);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog(page).getByRole("button", { name: "Download" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("vriddhi-recovery-codes.txt");
    expect(readFileSync(await file.path(), "utf8")).toBe(`${codes.join("\n")}\n`);
    await dialog(page).getByRole("button", { name: "I have saved them" }).click();
    const factor = page.getByRole("region", { name: "Two-step sign-in" });
    await expect(factor).toContainText("10 recovery codes left.");
    expect(complaints).toEqual([]);

    await post(page.context(), productUrl, "/auth/logout", {});
    await page.goto(`/login?next=${encodeURIComponent(SETTINGS)}`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Enter the code from your authenticator app" })).toBeVisible();
    // The present code is used up; the next one is taken early.
    await page.getByLabel("6-digit code").fill(totpOf(secret, Date.now() + 30_000));
    await expect(page).toHaveURL(/Settings$/);
    expect(complaints.length).toBeGreaterThan(0);
    expect(besides401(complaints.splice(0))).toEqual([]);

    await page.getByRole("button", { name: "Switch off two-step sign-in" }).click();
    await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog(page)
      .getByLabel("Code from the app, or a recovery code")
      .fill(codes[0] ?? "");
    await expectSound(page);
    await dialog(page).getByRole("button", { name: "Switch off" }).click();
    await expect(toast(page)).toHaveText("Two-step sign-in is off");
    await expect(page.getByRole("button", { name: "Switch on two-step sign-in" })).toBeVisible();
  },
);

test("a passkey of this device is added, named and removed", ONCE, async ({ page, productUrl, mailTo }) => {
  const authenticator = await installAuthenticator(page, false);
  await openSettings({ page, productUrl, mailTo });
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(dialog(page).getByLabel("Name")).toHaveValue(/ on /);
  await dialog(page).getByLabel("Name").fill("My laptop");
  await expectSound(page);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("No passkey was made. You can try again.")).toBeVisible();
  await authenticator.setVerified(true);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(toast(page)).toHaveText("Passkey added");
  await expectSound(page);

  await page.getByRole("button", { name: "Remove My laptop" }).click();
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(toast(page)).toHaveText("Passkey removed");
  await expect(page.getByText("No passkeys yet")).toBeVisible();
});

test("the email address moves by a code that is sent to the new one", ONCE, async ({ page, productUrl, mailTo }) => {
  await openSettings({ page, productUrl, mailTo });
  const next = newAddress();
  await page.getByRole("button", { name: "Change email address" }).click();
  await dialog(page).getByLabel("New email address").fill(next);
  await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText(next);
  await expectSound(page);
  await dialog(page)
    .getByLabel("Verification code")
    .fill(codeIn(await mailTo(next, /./)));
  await expect(toast(page)).toHaveText("Your account uses the new address from now on.");
  await expect(page.getByRole("region", { name: "Email address" }).getByText(next)).toBeVisible();
});

test("downloads the data, then deletes the account", ONCE, async ({ page, productUrl, mailTo, complaints }) => {
  const email = await openSettings({ page, productUrl, mailTo });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download your data" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^vriddhi-data-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({ data: { profile: [{ email }] } });

  await page.getByRole("button", { name: "Delete your account" }).click();
  await expect(dialog(page)).toContainText("Invoices stay as they were issued");
  await expectSound(page);
  await dialog(page).getByLabel("Type DELETE to confirm").fill("delete");
  await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Type DELETE, in capitals")).toBeVisible();
  await dialog(page).getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog(page).getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(`${productUrl}/`);
  // The home page may render later than a toast disappears: the last message stays where screen readers find it.
  await expect(page.getByRole("status").filter({ hasText: "Your account has been deleted" })).not.toHaveCount(0);
  expect((await post(page.context(), productUrl, "/auth/login", { email, password: PASSWORD })).status()).toBe(401);
  await page.goto(SETTINGS);
  await expect(page).toHaveURL(/\/login\?next=/);
  expect(besides401(complaints.splice(0))).toEqual([]);
});
