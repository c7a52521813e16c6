import { ONCE } from "../fixtures/sizes.ts";
import { codeIn, expect, expectSound, test } from "../fixtures/test.ts";

const account = { email: "fresh@vriddhi.example", password: "fresh-password" };
const NEW_PASSWORD = "calm-harbour-17";

test(
  "[A2.17, A2.28, A2.52, A5.3, A5.5] sets a new password with a mailed code and reaches the target page",
  ONCE,
  async ({ page, mailTo, complaints }) => {
    await page.goto("/login?next=/courses");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page).toHaveURL(/\/forgot-password\?next=/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
    await expectSound(page);

    await page.getByRole("button", { name: "Send code" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    await expectSound(page);
    await page.keyboard.type(account.email);
    await page.keyboard.press("Enter");

    await expect(page.getByRole("heading", { name: "Set a new password" })).toBeFocused();
    await expect(page.getByText(`If ${account.email} has an account`)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
    await expectSound(page);

    const code = codeIn(await mailTo(account.email, /resets your .* password/));
    await page.getByLabel("Verification code").fill(code === "000000" ? "000001" : "000000");
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
    await expect(page.getByText("Strong")).toBeVisible();
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("That code is not right or no longer valid.")).toBeVisible();
    await expect(page.getByLabel("Verification code")).toBeFocused();
    await expectSound(page);
    await expect.poll(() => complaints.length).toBe(1);
    expect(complaints.splice(0)[0]).toContain("status of 400");

    await page.getByLabel("Verification code").fill(code);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/login\?next=%2Fcourses$/);
    await expect(page.getByText("Your password has been changed. You can log in now.").first()).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(account.email);
    await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL(/\/courses$/);
    await expect(page.getByRole("main")).toHaveText("Courses");
  },
);

test(
  "[A2.17] reveals nothing about an unknown address, and says that a second code has to wait",
  ONCE,
  async ({ page, complaints }) => {
    const ask = async () => {
      await page.goto("/forgot-password");
      await page.getByLabel("Email").fill("unknown@example.com");
      await page.getByRole("button", { name: "Send code" }).click();
    };
    await ask();
    await expect(page.getByText("If unknown@example.com has an account")).toBeVisible();

    // This tab stores the pending code; a tab without it requests a new one.
    await page.evaluate(() => sessionStorage.clear());
    await ask();
    await expect(page.getByRole("alert").filter({ hasText: "Too many attempts." })).toBeVisible();
    await expectSound(page);
    await expect.poll(() => complaints.length).toBe(1);
    expect(complaints.splice(0)[0]).toContain("status of 429");
    await page.getByRole("button", { name: "I already have a code" }).click();
    await expect(page.getByRole("button", { name: "Send a new code" })).toBeEnabled();
    await expectSound(page);
  },
);
