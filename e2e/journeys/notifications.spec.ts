import type { BrowserContext, Page } from "@playwright/test";
import { ONCE } from "../fixtures/sizes.ts";
import { codeIn, expect, expectSound, newAddress, test } from "../fixtures/test.ts";

const PASSWORD = "steady-lantern-9";
const SETTINGS = "/algorithm/dashboard/Settings";

interface Arrival {
  readonly page: Page;
  readonly productUrl: string;
  mailTo(address: string, subject: RegExp): Promise<{ subject: string; text: string }>;
}

const post = (context: BrowserContext, productUrl: string, path: string, data: object) =>
  context.request.post(productUrl + path, { data, headers: { origin: productUrl } });

/** A new account that is signed in. A phone counts as verified at its IP address, so that no dialog opens. */
async function arrive({ page, productUrl, mailTo }: Arrival): Promise<void> {
  const email = newAddress();
  const context = page.context();
  await post(context, productUrl, "/auth/signup", { name: "Meera Nair", email, password: PASSWORD, dob: "1988-02-29" });
  const code = codeIn(await mailTo(email, /verification code/));
  await post(context, productUrl, "/auth/verify-email", { email, code });
  expect((await post(context, productUrl, "/auth/login", { email, password: PASSWORD })).ok()).toBe(true);
  await context.route("**/otp/check-ip-verification", (route) =>
    route.fulfill({ json: { is_verified: true, verified_at: null, message: "" } }),
  );
}

/** A part far down the page renders when it comes near the viewport. */
async function openNotifications(page: Page): Promise<void> {
  await page.goto(SETTINGS);
  await page.getByRole("heading", { name: "Notifications" }).scrollIntoViewIfNeeded();
}

function watchStreams(context: BrowserContext): string[] {
  const opened: string[] = [];
  context.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/events") opened.push(pathname + search);
  });
  return opened;
}

test(
  "two tabs share one stream, and the second resumes where the first stopped",
  ONCE,
  async ({ page, productUrl, mailTo }) => {
    await arrive({ page, productUrl, mailTo });
    const streams = watchStreams(page.context());
    await openNotifications(page);
    const choice = (tab: Page) => tab.getByRole("checkbox", { name: "Summary of the day: Push" });
    await expect(choice(page)).not.toBeChecked();
    await expect.poll(() => streams).toEqual(["/events"]);

    const second = await page.context().newPage();
    await openNotifications(second);
    await expect(choice(second)).not.toBeChecked();
    await choice(page).click();
    await expect(choice(second)).toBeChecked();
    expect(streams).toEqual(["/events"]);

    await page.goto("/about");
    await expect.poll(() => streams.length).toBe(2);
    expect(streams[1]).toMatch(/^\/events\?after=[1-9]\d*$/);
  },
);

test(
  "Telegram is linked, tried and unlinked, and the page updates automatically",
  ONCE,
  async ({ page, productUrl, mailTo }) => {
    await arrive({ page, productUrl, mailTo });
    await openNotifications(page);
    await page.getByRole("button", { name: "Link Telegram" }).click();
    const [chat] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Open Telegram" }).click(),
    ]);
    await chat.getByRole("button", { name: "Start" }).click();
    await expect(page.getByText("Linked to the chat with Sandbox person.")).toBeVisible();
    await page.getByRole("button", { name: "Send a test by Telegram" }).click();
    await expect
      .poll(async () => (await (await page.request.get(`${productUrl}/sandbox/telegram`)).json())[0]?.text)
      .toContain("You asked for this message.");
    await expectSound(page);
    await page.getByRole("button", { name: "Unlink" }).click();
    await expect(page.getByRole("button", { name: "Link Telegram" })).toBeVisible();
  },
);

test("a device of the sandbox is notified", ONCE, async ({ page, productUrl, mailTo }) => {
  await arrive({ page, productUrl, mailTo });
  await page.goto("/sandbox?tab=push");
  await page.getByRole("button", { name: /Make a device/ }).click();
  await expect(page.getByText("The device is notified from now on.")).toBeVisible();
  await openNotifications(page);
  await page.getByRole("button", { name: "Send a test by push" }).click();
  await expect
    .poll(async () => (await (await page.request.get(`${productUrl}/sandbox/push`)).json()).length)
    .toBeGreaterThan(0);
});
