import { codeIn, expect, expectSound, newAddress, test } from "../fixtures/test.ts";

test("[A2.29][A2.30][A4.3] signs up in two steps, proves the mailbox, logs in, sees the profile and logs out", async ({
  page,
  mailTo,
  isMobile,
}) => {
  const email = newAddress();
  // It appears for users without a verified phone, unless one was verified at this IP address.
  const phoneDialog = page.getByRole("dialog", { name: "Verify your mobile number" });
  await page.addLocatorHandler(phoneDialog, () => phoneDialog.getByRole("button", { name: "Not now" }).click());
  await page.goto("/auth");
  await expectSound(page);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ravi Kumar");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Date of birth").fill("1992-03-14");
  await expectSound(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password", { exact: true }).fill("quiet-river-42");
  await page.getByLabel("Confirm password").fill("quiet-river-42");
  await expect(page.getByText("Strong")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Create Account" }).click();

  const mailed = codeIn(await mailTo(email, /verification code/));
  await expect(page.getByLabel("Verification code")).toBeFocused();
  await expectSound(page);
  await expect(page).toHaveURL(/\/auth\?mode=verification$/);
  const served = await page.request.get("/auth?mode=verification", { headers: { accept: "text/html" } });
  expect(await served.text()).toContain("Check your email");
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel("Verification code").fill(mailed.slice(0, 5));
  await page.getByLabel("Verification code").press(mailed.slice(5));

  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill("quiet-river-42");
  await page.getByRole("button", { name: "Log in", exact: true }).click();

  await expect(page).toHaveURL(/\/algorithm$/);
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("link", { name: "My Profile" }).click();
  await expect(page).toHaveURL(/UserProfile$/);
  await expect(page.locator("dd", { hasText: email })).toBeVisible();
  await expectSound(page);

  await page.goto("/about");
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /log ?out/i })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/about");
  if (isMobile) await page.getByRole("button", { name: /menu/i }).click();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
});
