import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

test(
  "[A2.45][A6.2] a visitor who chooses a broker is sent to the login and from there to the connection",
  ONCE,
  async ({ page, request }) => {
    const { users } = await (await request.get("/sandbox/accounts")).json();
    await page.goto("/broker-selection");
    await page.getByRole("link", { name: "Connect Angel One" }).click();
    await expect(page.getByText("Connecting to Angel One...").first()).toBeVisible();
    await expect(page).toHaveURL(/\/login\?next=%2Falgorithm%2Fdashboard%2FAngelOneConnection$/);
    await page.getByLabel("Email").fill(users[0].email);
    await page.getByLabel("Password", { exact: true }).fill(users[0].password);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL(/\/algorithm\/dashboard\/AngelOneConnection$/);
  },
);

test("[A2.45][A8.6] a broker that is not open yet says so", async ({ page }) => {
  await page.goto("/broker-selection");
  await page.getByRole("button", { name: "Not open yet" }).click();
  await expect(page.locator("[data-toast]", { hasText: "This broker integration is coming soon!" })).toBeVisible();
  await expect(page).toHaveURL(/\/broker-selection$/);
  await expectSound(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("[A2.44] the cards can be read, and each available one is a link", ONCE, async ({ page }) => {
    await page.goto("/broker-selection");
    await expect(page.getByRole("link", { name: "Connect Fyers" })).toHaveAttribute(
      "href",
      "/algorithm/dashboard/FyersConnection",
    );
    await expect(page.getByRole("heading", { name: "Delta Exchange" })).toBeVisible();
  });
});
