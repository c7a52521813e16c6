import { enterDesk } from "../fixtures/desk.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, newAddress, test } from "../fixtures/test.ts";

test("[A2.17] a question reaches support and is acknowledged", ONCE, async ({ page, mailTo }) => {
  const email = newAddress();
  await page.goto("/support");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Name is required")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expectSound(page);
  await page.getByLabel("Name", { exact: true }).fill("Asha Rao");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("What is it about?").selectOption("Broker connection");
  await page.getByLabel("Message").fill("My Fyers link ends every morning. What am I missing?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Your message has arrived" })).toBeFocused();
  const reference = /VR-[2-9B-Z]{8}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0] ?? "";
  expect(reference).not.toBe("");
  await expectSound(page);
  await mailTo(email, new RegExp(reference));
  const desk = await mailTo("support@vriddhi.example", new RegExp(reference));
  expect(desk.text).toContain("What am I missing?");
  expect(desk.text).toContain(email);
});

test("[A1.4] a visitor chats with support, finds the conversation again, and another browser does not", async ({
  page,
  browser,
  productUrl,
  mailTo,
}) => {
  const email = newAddress();
  const messages = page.getByRole("list", { name: "Messages" });
  await page.goto("/support");
  await page.getByLabel("Name", { exact: true }).fill("Visitor Nair");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("Does it work with my broker?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(messages).toContainText("Does it work with my broker?");
  await expectSound(page);
  const address = page.url();

  const desk = await (await browser.newContext({ baseURL: productUrl })).newPage();
  await enterDesk(desk);
  await desk.goto("/secret/support");
  await desk
    .getByRole("button", { name: /Visitor Nair/ })
    .first()
    .click();
  await desk.getByPlaceholder(/^Write to /).fill("Yes, with three of them.");
  await desk.getByRole("button", { name: "Send", exact: true }).click();

  await expect(messages).toContainText("Yes, with three of them.");
  await mailTo(email, /support has answered/);
  await page.goto("/support");
  await page.getByRole("button", { name: /Account and login/ }).click();
  await page.getByPlaceholder("Write a message").fill("Thank you");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(messages).toContainText("Thank you");
  await expect(desk.getByRole("list", { name: "Messages" })).toContainText("Thank you");
  await expectSound(page);
  await desk.context().close();

  const elsewhere = await (await browser.newContext({ baseURL: productUrl })).newPage();
  await elsewhere.goto(address);
  await expect(elsewhere.getByRole("button", { name: "Send message" })).toBeVisible();
  await expect(elsewhere.getByText("Does it work with my broker?")).toHaveCount(0);
  await elsewhere.context().close();
});
