import { enterDesk } from "../fixtures/desk.ts";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, test } from "../fixtures/test.ts";
import { arriveAsDemo } from "../fixtures/trading-day.ts";

const HOSTILE = 'The link says "used already". <img src=x onerror="window.stolen = 1">';
const ANSWER = "A fresh link is on its way.";

test(
  "a user asks in a thread, support answers, and both see it without a reload",
  ONCE,
  async ({ page, browser, productUrl }) => {
    await arriveAsDemo(page, productUrl);
    await page.goto("/support");
    await page.getByRole("button", { name: "Start a conversation" }).click();
    await page.getByLabel("Your question").fill(HOSTILE);
    await page.getByRole("button", { name: "Send question" }).click();
    await expect(page.getByRole("list", { name: "Messages" })).toContainText(HOSTILE);
    await expectSound(page);

    const desk = await (await browser.newContext({ baseURL: productUrl })).newPage();
    await enterDesk(desk);
    await desk.goto("/secret/support");
    await desk.getByRole("button", { name: /Asha/ }).first().click();
    await expect(desk.getByRole("list", { name: "Messages" })).toContainText(HOSTILE);
    await desk.getByRole("button", { name: "Fresh link sent" }).click();
    await desk.getByPlaceholder(/^Write to /).fill(ANSWER);
    await desk.getByRole("button", { name: "Send", exact: true }).click();
    await expectSound(desk);

    await expect(page.getByRole("list", { name: "Messages" })).toContainText(ANSWER);
    await page.getByPlaceholder("Write a message").fill("Got it");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(desk.getByRole("list", { name: "Messages" })).toContainText("Got it");
    for (const each of [page, desk]) expect(await each.evaluate(() => Reflect.get(window, "stolen"))).toBeUndefined();

    await desk.getByRole("link", { name: "User page" }).click();
    await expect(desk.getByRole("region", { name: "Support thread" })).toContainText("Got it");
    await expectSound(desk);
    await desk.context().close();
  },
);
