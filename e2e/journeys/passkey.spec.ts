import type { Page } from "@playwright/test";
import { installAuthenticator, totpOf } from "../fixtures/factors.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { besides401, codeIn, expect, expectSound, newAddress, test } from "../fixtures/test.ts";

const PASSWORD = "steady-lantern-9";

/** A request like the page's own; an error status fails the test. */
const call = (page: Page, method: string, path: string, body?: object): Promise<Record<string, unknown>> =>
  page.evaluate(
    async ([how, where, what]) => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(where, what === null ? { method: how } : { method: how, headers, body: what });
      if (!reply.ok) throw new Error(`${where}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    },
    [method, path, body ? JSON.stringify(body) : null] as const,
  );

async function signUp(page: Page, mailTo: (to: string, subject: RegExp) => Promise<{ subject: string; text: string }>) {
  const email = newAddress();
  await page.goto("/about");
  await call(page, "POST", "/auth/signup", { name: "Meera Nair", email, password: PASSWORD, dob: "1988-02-29" });
  const code = codeIn(await mailTo(email, /verification code/));
  await call(page, "POST", "/auth/verify-email", { email, code });
  await call(page, "POST", "/auth/login", { email, password: PASSWORD });
  return email;
}

async function addPasskey(page: Page): Promise<string> {
  const { options } = await call(page, "POST", "/auth/passkeys/options");
  const response = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return made.toJSON() as object;
  }, options);
  const { id } = await call(page, "POST", "/auth/passkeys", { name: "This laptop", response });
  return String(id);
}

test(
  "[A2.2, A2.3] logs in with a passkey; a cancel is silent, a removed passkey has a message",
  ONCE,
  async ({ page, mailTo, complaints }) => {
    const authenticator = await installAuthenticator(page);
    const email = await signUp(page, mailTo);
    const passkeyId = await addPasskey(page);
    await call(page, "POST", "/auth/logout");

    await page.goto("/login?next=/algorithm/dashboard/UserProfile");
    const button = page.getByRole("button", { name: "Use a passkey" });
    await authenticator.setVerified(false);
    const asked = page.waitForResponse("**/auth/passkeys/login-options");
    await button.click();
    await asked;
    await expect(button).not.toHaveAttribute("aria-busy");
    await expect(page.locator("[data-toast]")).toHaveCount(0);
    await expectSound(page);

    await authenticator.setVerified(true);
    await button.click();
    await expect(page).toHaveURL(/UserProfile$/);
    await expect(page.locator("dd", { hasText: email })).toBeVisible();

    await call(page, "DELETE", `/auth/passkeys/${passkeyId}`);
    await call(page, "POST", "/auth/logout");
    await page.goto("/auth");
    await button.click();
    await expect(page.locator("[data-toast]")).toContainText("We do not know this passkey");
    await expect(page).toHaveURL(/\/auth$/);
    await expectSound(page);
    await expect.poll(() => besides401(complaints)).toEqual([expect.stringContaining("status of 400")]);
    complaints.splice(0);
  },
);

test(
  "[A2.28] asks for the authenticator's code after the password, and takes a recovery code instead",
  ONCE,
  async ({ page, mailTo, complaints }) => {
    const email = await signUp(page, mailTo);
    const { secret } = await call(page, "POST", "/auth/totp/start", { password: PASSWORD });
    const used = totpOf(String(secret), Date.now());
    const { recovery_codes: recoveryCodes } = await call(page, "POST", "/auth/totp/confirm", { code: used });
    await call(page, "POST", "/auth/logout");

    await page.goto("/auth");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Enter the code from your authenticator app" })).toBeVisible();
    await expect(page.getByLabel("6-digit code")).toBeFocused();
    await expectSound(page);
    await page.getByLabel("6-digit code").fill(used);
    await expect(page.getByText("That code is not right or was used already.")).toBeVisible();
    await expect(page.getByLabel("6-digit code")).toBeFocused();
    await expectSound(page);

    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await page.getByLabel("Recovery code").fill((recoveryCodes as string[])[0]?.toLowerCase() ?? "");
    await expectSound(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/algorithm$/);
    expect(complaints.splice(0)).toEqual([
      expect.stringContaining("status of 401"),
      expect.stringContaining("status of 401"),
    ]);
  },
);
