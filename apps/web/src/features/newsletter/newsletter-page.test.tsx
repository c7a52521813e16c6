import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import defaultPicture from "./default-picture.svg?url";
import { newsletterTexts, signUpTexts as texts } from "./newsletter.texts.ts";
import { NewsletterPage } from "./newsletter-page.tsx";
import { POSTS_KEY, seededPost } from "./newsletter-posts.ts";

preparePageTests();
const server = provideApiServer();
const SIGN_UP = "POST /api/newsletter/sign-up";
const TOKEN = "abcdefghijklmnopqrstuvwxyz012345";

beforeEach(() => server.answer("GET /api/newsletter/issues", { body: { issues: [], has_more: false } }));

const open = (at = "/newsletter") => renderSite({ at, pages: { "/newsletter": NewsletterPage } });
const subscribe = (email: string) => {
  fireEvent.input(screen.getByLabelText(texts.email), { target: { value: email } });
  fireEvent.click(screen.getByRole("button", { name: texts.subscribe }));
};

describe("the newsletter page", () => {
  it("[A2.17] says that nothing is published yet and links to the research", () => {
    open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Newsletter");
    expect(screen.getByText("The first issue is being written")).toBeDefined();
    expect(screen.getByRole("link", { name: "Read our research" }).getAttribute("href")).toBe("/research");
  });

  it("[C2.13] shows the posts of this browser, as text only", () => {
    const post = {
      ...seededPost,
      title: "<img src=x onerror=alert(1)>",
      content: "One.\n\n<script>alert(2)</script>",
      source: "A source",
      sourceUrl: "javascript:alert(3)",
      relatedPosts: [{ title: "Other", url: "https://a.example/x" }],
    };
    localStorage.setItem(POSTS_KEY, JSON.stringify([post]));
    open();
    expect(screen.getByText(newsletterTexts.localTitle)).toBeDefined();
    expect(screen.getByRole("heading", { level: 3 }).textContent).toBe(post.title);
    expect(screen.getByText("<script>alert(2)</script>")).toBeDefined();
    expect(document.querySelector('a[href^="javascript"]')).toBeNull();
    expect(screen.getByRole("link", { name: "Other" }).getAttribute("href")).toBe("https://a.example/x");
  });

  it("[C5.7] gives a broken picture's place to a drawn one", () => {
    localStorage.setItem(POSTS_KEY, JSON.stringify([{ ...seededPost, imageUrl: "https://a.example/broken.png" }]));
    open();
    const picture = document.querySelector("article img") as HTMLImageElement;
    expect(picture.getAttribute("src")).toBe("https://a.example/broken.png");
    fireEvent.error(picture);
    expect(picture.getAttribute("src")).toBe(defaultPicture);
  });

  it("shows the mailed issues", async () => {
    const issue = {
      id: "1",
      title: "November",
      category: "Tech Insights",
      content: "x",
      html: "<p>What broke.</p>",
      sent_at: "2026-11-10T04:00:00.000Z",
    };
    server.answer("GET /api/newsletter/issues", { body: { issues: [issue], has_more: false } });
    open();
    expect(await screen.findByText("What broke.")).toBeDefined();
    expect(screen.queryByText(newsletterTexts.emptyTitle)).toBeNull();
  });
});

describe("signing up for the letter", () => {
  it("answers with the server's sentence, which is the same for every address", async () => {
    server.answer(SIGN_UP, { body: { message: "Look into your mailbox." } });
    open();
    subscribe(" asha@example.com ");
    expect(await screen.findByText("Look into your mailbox.")).toBeDefined();
    expect(server.calls(SIGN_UP).map(({ body }) => body)).toEqual([{ email: "asha@example.com" }]);
  });

  it("sends no request for an invalid address", async () => {
    open();
    subscribe("asha@");
    expect(await screen.findByText(texts.emailBroken)).toBeDefined();
    expect(server.calls(SIGN_UP)).toEqual([]);
  });

  it.each([
    [{ status: 429, body: { detail: "Too many.", code: "too_many_requests" } }, "Too many."],
    [{ status: 500, body: {} }, texts.failed],
    [{ isCutOff: true }, texts.failed],
  ])("shows the failure and keeps the address", async (answer, sentence) => {
    server.answer(SIGN_UP, answer);
    open();
    subscribe("asha@example.com");
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.getByLabelText(texts.email)).toMatchObject({ value: "asha@example.com" });
  });
});

describe.each([
  ["confirm", texts.confirm, texts.confirmed],
  ["unsubscribe", texts.leave, texts.left],
] as const)("the mailed link to %s", (purpose, button, done) => {
  const route = `POST /api/newsletter/${purpose}`;

  it("does nothing until it is pressed, because programs follow links too", async () => {
    server.answer(route, { body: { message: "ok" } });
    open(`/newsletter?${purpose}=${TOKEN}`);
    const press = await screen.findByRole("button", { name: button });
    expect(server.calls(route)).toEqual([]);
    fireEvent.click(press);
    expect(await screen.findByText(done)).toBeDefined();
    expect(server.calls(route).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  });

  it("shows its fault", async () => {
    server.answer(route, { status: 400, body: { detail: "This link is over.", code: "link_wrong" } });
    open(`/newsletter?${purpose}=x`);
    fireEvent.click(await screen.findByRole("button", { name: button }));
    await waitFor(() => expect(screen.getByText("This link is over.")).toBeDefined());
  });
});
