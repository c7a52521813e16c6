import type { Page } from "@playwright/test";
import { newPerson, PASSWORD, pay, razorpayOf, sheetOf } from "../fixtures/payment.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";

const card = (page: Page, plan: string) => page.locator(`[data-plan=${plan}]`);
const buy = (page: Page, plan: string) => card(page, plan).getByRole("button", { name: /^Subscribe Now/ });
const toast = (page: Page, text: string) => page.locator("[data-toast]", { hasText: text });
const PAID = "Payment successful! Your subscription has been activated.";

test("[A2.35][A4.7][A8.9][A9.7] a user moves the slider, pays and lands on /algorithm with an active plan", async ({
  page,
  productUrl,
  mailTo,
}) => {
  await newPerson({ page, productUrl, mailTo });
  await page.goto("/subscription-plans");
  await expectSound(page);
  await page.getByRole("slider", { name: "Your capital" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(card(page, "ANNUALLY")).toContainText("Billed annually @ ₹49,999");
  await buy(page, "ANNUALLY").click();
  await expect(sheetOf(page).getByRole("button", { name: "Pay ₹49,999" })).toBeVisible();
  await pay(page, "success");
  await expect(toast(page, PAID)).toBeVisible();
  await expect(page).toHaveURL(/\/algorithm$/);
  await expect(page.getByText("Active Subscription")).toBeVisible();
  await expect(page.getByText("Annually")).toBeVisible();

  // The plan is on its card, the slider at its band; a higher band says what changes before the payment.
  await page.goto("/subscription-plans");
  await expect(card(page, "ANNUALLY")).toContainText(/You have this plan until \d+ \w+ \d{4} \(up to ₹5,00,000\)/);
  await expect(page.getByRole("slider", { name: "Your capital" })).toHaveValue("3");
  await page.getByRole("slider", { name: "Your capital" }).focus();
  await page.keyboard.press("ArrowRight");
  await buy(page, "MONTHLY").click();
  const asked = page.getByRole("dialog", { name: "Before you pay" });
  await expect(asked).toContainText("Annually pauses now.");
  await expectSound(page);
  await asked.getByRole("button", { name: "Pay ₹9,999" }).click();
  await expect(sheetOf(page).getByRole("button", { name: "Pay ₹9,999" })).toBeVisible();
  await pay(page, "success");
  await expect(page).toHaveURL(/\/algorithm$/);
  await page.goto("/algorithm/dashboard/Subscription?view=history");
  const history = page.getByRole("list", { name: "Billing History" });
  await expect(history.getByText("Running")).toBeVisible();
  await expect(history.getByText("To come")).toBeVisible();
  await expectSound(page);
});

test(
  "[A4.7] a dismissed sheet and a bank that refuses free the button; the same sheet may still succeed",
  ONCE,
  async ({ page, productUrl, mailTo }) => {
    await newPerson({ page, productUrl, mailTo });
    await page.goto("/subscription-plans");
    await buy(page, "MONTHLY").click();
    await expect(card(page, "MONTHLY").getByText("Processing...")).toBeVisible();
    await sheetOf(page).getByRole("button", { name: "Close payment" }).click();
    await expect(buy(page, "MONTHLY")).toBeVisible();
    await expect(buy(page, "MONTHLY")).toBeFocused();

    await buy(page, "MONTHLY").click();
    await pay(page, "failure");
    await expect(sheetOf(page).getByRole("alert")).not.toBeEmpty();
    await expect(card(page, "MONTHLY").getByText("The payment did not go through.")).toBeVisible();
    await pay(page, "slow");
    await expect(toast(page, PAID)).toBeVisible();
    await expect(page).toHaveURL(/\/algorithm$/);
  },
);

test("[A4.7] the payment sheet opens only after it knows who pays", ONCE, async ({ page, productUrl, mailTo }) => {
  await newPerson({ page, productUrl, mailTo });
  // The page answers the sheet late, as on a busy machine.
  await page.addInitScript(() => {
    window.addEventListener("message", (event) => {
      if (event.data?.type !== "ready" || Reflect.get(window, "answerSheet") !== undefined) return;
      event.stopImmediatePropagation();
      const { data, origin, source } = event;
      const answerSheet = () => window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
      Object.assign(window, { answerSheet });
    });
  });
  await page.goto("/subscription-plans");
  const read = page.waitForResponse(/\/v1\/checkout\/order/);
  await buy(page, "MONTHLY").click();
  await (await read).finished();
  await expect(sheetOf(page).locator("[data-outcome=success]")).toBeDisabled();
  await page.evaluate(() => Reflect.get(window, "answerSheet")());
  await pay(page, "success");
  await expect(page).toHaveURL(/\/algorithm$/);
});

test(
  "[A4.7] a payment that is only authorised is being confirmed, and starts the plan when it is captured",
  ONCE,
  async ({ page, request, productUrl, mailTo }) => {
    await newPerson({ page, productUrl, mailTo });
    const razorpay = await razorpayOf(request);
    await page.goto("/subscription-plans");
    const verified = page.waitForRequest((sent) => sent.url().endsWith("/payment/verify"));
    await buy(page, "MONTHLY").click();
    await pay(page, "authorised");
    const waiting = (where: Page) => where.getByRole("heading", { name: "Payment received, being confirmed" });
    await expect(waiting(page)).toBeVisible();
    await expectSound(page);
    // Every other page shows it too, without having seen the payment.
    const beside = await page.context().newPage();
    await beside.goto("/algorithm");
    await expect(waiting(beside)).toBeVisible();
    await beside.goto("/subscription-plans");
    await expect(waiting(beside)).toBeVisible();
    await expectSound(beside);
    await beside.close();
    const { razorpay_payment_id: paymentId } = (await verified).postDataJSON();
    const secret = Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString("base64");
    const captured = await request.post(`${razorpay.baseUrl}/v1/payments/${paymentId}/capture`, {
      data: { amount: 99_900, currency: "INR" },
      headers: { authorization: `Basic ${secret}` },
    });
    expect(captured.ok()).toBe(true);
    await expect(page).toHaveURL(/\/algorithm$/);
    await expect(page.getByText("Active Subscription")).toBeVisible();
  },
);

test("[A2.38][A5.10][A8.8] a visitor's band, coupon and plan survive the login, and the discount is what is paid", async ({
  page,
  productUrl,
  mailTo,
  complaints,
}) => {
  const email = await newPerson({ page, productUrl, mailTo }, false);
  await page.goto("/subscription-plans");
  await page.getByRole("button", { name: "Have a coupon?" }).click();
  await expect(page.getByLabel("Coupon code")).toBeFocused();
  await page.getByLabel("Coupon code").fill("NOPE");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Invalid coupon code").first()).toBeVisible();
  await expect.poll(() => complaints.length).toBe(1);
  expect(complaints.splice(0)[0]).toContain("status of 400");
  await page.getByLabel("Coupon code").fill("half");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page, "Coupon applied! Discount activated.")).toBeVisible();
  await page.getByRole("slider", { name: "Your capital" }).focus();
  await page.keyboard.press("End");
  await expect(card(page, "QUARTERLY")).toContainText("Billed quarterly @ ₹28,999");
  await expectSound(page);
  await card(page, "QUARTERLY")
    .getByRole("link", { name: /^Subscribe Now - Risk Free/ })
    .click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(buy(page, "QUARTERLY")).toBeFocused();
  await expect(card(page, "QUARTERLY")).toContainText("Billed quarterly @ ₹28,999");
  await page.keyboard.press("Enter");
  await expect(sheetOf(page).getByRole("button", { name: "Pay ₹28,999" })).toBeVisible();
  await pay(page, "success");
  await expect(page).toHaveURL(/\/algorithm$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("[A2.36][A9.7] every price can be read, and a visitor is sent to the login", ONCE, async ({ page }) => {
    await page.goto("/subscription-plans");
    await expect(card(page, "MONTHLY")).toContainText("Billed monthly @ ₹999");
    await expect(page.getByRole("row", { name: /₹10,00,000\+/ })).toContainText("₹1,99,999");
    await expect(card(page, "ANNUALLY").getByRole("link")).toHaveAttribute("href", /^\/login\?next=.+ANNUALLY/);
  });
});
