import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, newAddress, test } from "../fixtures/test.ts";

test("[A2.17] a question reaches the desk and is acknowledged", ONCE, async ({ page, mailTo }) => {
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
