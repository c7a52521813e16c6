import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { ONCE } from "../fixtures/sizes.ts";
import { expect, expectSound, newAddress, test } from "../fixtures/test.ts";

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;

async function logInToBlog(page: Page): Promise<void> {
  const { users } = await (await page.request.get("/sandbox/accounts")).json();
  const writer = users.find((user: { email: string }) => user.email.startsWith("editor"));
  await page.goto("/research/create");
  await expect(page).toHaveURL(/\/blog-admin\/login$/);
  await page.getByLabel("Username").fill(writer.email);
  await page.getByLabel("Password", { exact: true }).fill(writer.password);
  await page.getByRole("button", { name: "Login" }).last().click();
  await expect(page).toHaveURL(/\/research\/create$/);
}

const writing = (page: Page) => page.getByRole("textbox", { name: "Write" });
const publishButton = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true });

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Chosen like a writer does; returns its address when it is uploaded. */
async function addPicture(page: Page): Promise<string> {
  const picker = page.locator('section[aria-labelledby="write-heading"] input[type="file"]');
  await picker.setInputFiles({ name: "pixel.png", mimeType: "image/png", buffer: PIXEL });
  await expect(writing(page)).toHaveValue(/\/blog-images\/[^)]+\.png\)/);
  return /\/blog-images\/[^)]+\.png/.exec(await writing(page).inputValue())?.[0] ?? "";
}

const HOSTILE = [
  "<script>window.stolen = 1</script>",
  '<img src="x" onerror="window.stolen = 2">',
  "[press me](javascript:window.stolen=3)",
  '<a href="javascript:window.stolen=4">and me</a>',
  '<svg onload="window.stolen = 5"><script>window.stolen = 6</script></svg>',
  '<iframe srcdoc="<script>parent.stolen = 7</script>"></iframe>',
  '<details open ontoggle="window.stolen = 8">x</details>',
  "![x](javascript:window.stolen=9)",
  '<math><mtext><img src=x onerror="window.stolen = 10"></mtext></math>',
].join("\n\n");

test("[C1.1] [C1.2] [C2.1] [C2.2] [C2.3] [C2.23] [C2.27] [C6.1] an article is written, published, read, changed and deleted", async ({
  page,
}) => {
  const title = `Opening range ${randomUUID().slice(0, 8)}`;
  await logInToBlog(page);
  await page.getByLabel("Title").fill(title);
  await writing(page).fill(
    "## What we did\n\nWe **measured** it.[^1]\n\n| Charge | ₹ |\n|---|---:|\n| STT | 12.50 |\n\n[^1]: Twice.",
  );
  await expect(page.getByText("96 characters")).toBeVisible();
  const picture = await addPicture(page);
  // A tab that crashes before a save: the typed text is still there.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("blog_draft"))))
    .toBe(true);
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await page.getByRole("button", { name: "Preview", exact: true }).first().click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "What we did" })).toBeVisible();
  const shown = page.getByRole("dialog").locator(`img[src="${picture}"]`);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expectSound(page);
  await page.getByRole("button", { name: "Continue Editing" }).click();
  await publishButton(page, "Create Blog Post").click();
  await expect(page).toHaveURL(/\/research$/);
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("cell", { name: "12.50" })).toBeVisible();
  await expectSound(page);
  // As a search engine or a reader without scripts gets it.
  const html = await (await page.request.get(page.url(), { headers: { accept: "text/html" } })).text();
  expect(html).toContain("What we did");
  expect(html).toContain('"@type":"BlogPosting"');

  await page.goto("/dashboard/blog");
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await writing(page).fill("## What we found\n\nNothing.");
  await publishButton(page, "Update Blog Post").click();
  await expect(page.getByRole("heading", { name: "What we found" })).toBeVisible();

  await page.goto("/dashboard/blog");
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: `Delete ${title}` })).toHaveCount(0);
  await expect.poll(async () => (await page.request.get(picture)).status()).toBe(404);
});

test("[C2.22] an article that does not exist is a 404 page", ONCE, async ({ page, complaints }) => {
  const reply = await page.goto("/research/there-is-no-such-article");
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Research Article Not Found");
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  await expectSound(page);
  // The browser reports the status of the page itself.
  expect(complaints.splice(0).every((text) => text.includes("404"))).toBe(true);
});

test("[C2.15] [C2.18] the list is in the server's HTML, and nothing moves when the script takes over", async ({
  page,
}) => {
  // A late font moves the page where no font of like width is installed: the script waits for the fonts.
  let lettersAreThere: () => void = () => undefined;
  const letters = new Promise<void>((resolve) => {
    lettersAreThere = resolve;
  });
  await page.route(/[.]js$/, async (route) => {
    await letters;
    await route.continue();
  });
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Reflect.get(window, "shifted") + Reflect.get(entry, "value") });
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/research", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vriddhi Research");
  await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === "loaded"));
  await page.evaluate(() => document.fonts.ready.then(() => Object.assign(window, { shifted: 0 }) && undefined));
  lettersAreThere();
  await page.waitForLoadState("networkidle");
  await expectSound(page);
  expect(await page.evaluate(() => Reflect.get(window, "shifted"))).toBeLessThanOrEqual(0.02);
});

test("whatever a writer smuggles into an article, nothing of it runs", ONCE, async ({ page, complaints }) => {
  test.skip(isPhone(page), "the same page on a phone");
  const mark = randomUUID().slice(0, 8);
  const title = `<img src=x onerror="window.stolen=11"> ${mark}`;
  await logInToBlog(page);
  const { access_token: token } = JSON.parse((await page.evaluate(() => localStorage.getItem("blog_admin"))) ?? "{}");
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post("/api/blog/posts", {
    headers,
    data: { title, content: HOSTILE, excerpt: HOSTILE.slice(0, 900), tags: ["javascript:alert(1)", '" onfocus=x'] },
  });
  expect(made.status(), await made.text()).toBe(200);
  const { id, slug } = await made.json();
  const stolen = () => page.evaluate(() => Reflect.get(window, "stolen"));
  for (const path of [`/research/${slug}`, "/research", "/dashboard/blog"]) {
    await page.goto(path);
    await expect(page.getByText(mark).first()).toBeVisible();
    expect(await stolen(), path).toBeUndefined();
    expect(
      await page
        .locator("main script:not([nonce]), main iframe, main [onerror], main [onload], main [ontoggle]")
        .count(),
      path,
    ).toBe(0);
    expect(await page.locator('main a[href^="javascript:"]').count(), path).toBe(0);
  }
  await page.goto("/research/create");
  await writing(page).fill(HOSTILE);
  await expect(page.getByRole("region", { name: "Preview" }).getByText("press me")).toBeVisible();
  expect(await stolen()).toBeUndefined();
  await page.request.delete(`/api/blog/admin/posts/${id}`, { headers });
  // A picture without a source cannot be loaded; nothing else is complained of.
  expect(complaints.splice(0).filter((text) => !/Failed to load resource|404/.test(text))).toEqual([]);
});

test(
  "[C2.23] [C2.24] the editor's bars stay in view on a long article, and the preview shows what is written",
  ONCE,
  async ({ page }) => {
    await logInToBlog(page);
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toHaveCount(0);
    const paragraphs = Array.from({ length: 120 }, (_, at) => `Paragraph ${at + 1} says what happened on that day.`);
    await writing(page).fill(paragraphs.join("\n\n"));
    const shown = page.getByRole("region", { name: "Preview" });
    await expect(shown.getByText("Paragraph 120 says")).toBeInViewport();
    await writing(page).press("Control+End");
    await writing(page).pressSequentially(" The end.");
    await expect(shown.getByText("The end.")).toBeInViewport();
    for (const name of ["Save Draft", "Preview", "Create Blog Post", "Bold", "Heading"])
      await expect(page.getByRole("button", { name, exact: true }).filter({ visible: true })).toBeInViewport();
    await writing(page).press("Control+Home");
    await expect(shown.getByText("Paragraph 1 says")).toBeInViewport();
    await expectSound(page);
  },
);

test(
  "[C4.6] [C3.2] typed text survives a killed tab, and of two tabs neither loses its text",
  ONCE,
  async ({ page, context }) => {
    await logInToBlog(page);
    // A killed tab gets no event at its end.
    const killed = await context.newPage();
    await killed.addInitScript(() => {
      for (const name of ["pagehide", "visibilitychange"])
        window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await killed.goto("/research/create");
    await writing(killed).fill("Typed before the crash.");
    const kept = () => killed.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(kept).toContain("Typed before the crash.");
    await killed.close();
    await page.reload();
    await expect(writing(page)).toHaveValue("Typed before the crash.");

    const other = await context.newPage();
    // It saves by the button alone: an autosave in between would decide which of the two texts is set aside.
    await other.addInitScript(() => {
      const AUTOSAVE_MS = 5_000;
      const start = window.setTimeout.bind(window);
      const withoutAutosave = (run: () => void, ms?: number) => (ms === AUTOSAVE_MS ? 0 : start(run, ms));
      Object.assign(window, { setTimeout: withoutAutosave });
    });
    await other.goto("/research/create");
    await expect(writing(other)).toHaveValue("Typed before the crash.");
    await writing(other).fill("The second tab's text.");
    await writing(page).fill("The first tab's text.");
    // It is shown for 2 s only, so the wait begins before the press.
    const saved = page.getByText("Draft saved").waitFor();
    await page.getByRole("button", { name: "Save Draft" }).click();
    await saved;
    await other.getByRole("button", { name: "Save Draft" }).click();
    await expect(other.getByText("Another tab wrote a different draft. Both are kept.")).toBeVisible();
    await expect(writing(other)).toHaveValue("The second tab's text.");
    await other.getByRole("button", { name: "Open the other draft" }).click();
    await expect(writing(other)).toHaveValue("The first tab's text.");
    await other.close();
  },
);

test("a reader joins the letter by mail and confirms with one press", ONCE, async ({ page, mailTo }) => {
  const email = newAddress();
  await page.goto("/newsletter");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByLabel("E-mail address")).toHaveCount(0);
  const mail = await mailTo(email, /confirm|newsletter|letter/i);
  const link = /https?:\/\/\S*\/newsletter\?confirm=[\w-]+/.exec(mail.text)?.[0] ?? "";
  await page.goto(new URL(link).pathname + new URL(link).search);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("You are on the list.")).toBeVisible();
  await expectSound(page);
});

test(
  "[C1.4] [C2.31] [C4.7] the newsletter desk keeps its posts in this browser, and the page shows them",
  ONCE,
  async ({ page, context }) => {
    await page.goto("/newsletter/admin");
    await expect(page.getByRole("heading", { level: 3 })).toHaveCount(1);
    await page.getByLabel("Title", { exact: true }).fill("Costs to the paisa");
    await page.getByLabel("Author").fill("Asha");
    await page.getByLabel("Content").fill("First.\n\nSecond.");
    await page.getByRole("button", { name: "Create Post" }).click();
    await expect(page.getByRole("heading", { level: 3, name: "Costs to the paisa" })).toBeVisible();
    await expectSound(page);
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Preview Newsletter" }).click();
    const reader = await opened;
    await expect(reader.getByRole("heading", { name: "Costs to the paisa" })).toBeVisible();
    await reader.close();
  },
);
