import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { aPost, aPostSummary } from "../../testing/blog.fixture.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { shownToasts } from "../../ui/toast.tsx";
import { manageTexts, editorTexts as texts } from "./editor.texts.ts";
import { EditorPage } from "./editor-page.tsx";
import { AUTOSAVE_MS, SAVED_SHOWN_MS } from "./use-draft.ts";

preparePageTests();
const server = provideApiServer();
const CREATE = "POST /api/blog/posts";
const logOut = vi.fn(async () => undefined);

beforeEach(() => {
  localStorage.setItem("blog_admin", JSON.stringify({ role: "blog_admin", access_token: "t1", token_type: "bearer" }));
  server.answer("POST /api/blog/preview", {
    body: { html: "<h2>Rendered</h2>", excerpt: "", reading_minutes: 7, has_math: false },
  });
  server.answer(CREATE, { body: aPost() });
  logOut.mockClear();
});
afterEach(() => vi.useRealTimers());

const Page = () => <EditorPage onLogout={logOut} />;
const open = (search = "") => renderSite({ at: `/research/create${search}`, pages: { "/research/create": Page } });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const content = () => document.querySelector<HTMLTextAreaElement>("textarea[name=content]") as HTMLTextAreaElement;
const writeContent = (value: string) => fireEvent.change(content(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getAllByRole("button", { name })[0] as HTMLElement);
const address = () => screen.getByTestId("address").textContent;
const draft = () => JSON.parse(localStorage.getItem("blog_draft") ?? "null");

describe("the editor", () => {
  it("[C2.23] has its fields and buttons", async () => {
    open();
    for (const name of [
      "Preview",
      "Manage Blogs",
      "Save Draft",
      "Create Blog Post",
      "Cancel",
      "Back to Blogs",
      "Logout",
    ])
      expect(screen.getAllByRole("button", { name }).length).toBeGreaterThan(0);
    expect(screen.getByLabelText("Title")).toBeDefined();
    expect(screen.getByLabelText("Featured image").getAttribute("type")).toBe("file");
  });

  it("[C2.24] counts characters as they are typed and shows what readers will see", async () => {
    open();
    expect(screen.getByText("0 characters")).toBeDefined();
    writeContent("## Rendered");
    expect(screen.getByText("11 characters")).toBeDefined();
    expect(screen.getByRole("heading", { name: "Write" })).toBeDefined();
    expect(await screen.findByRole("heading", { name: "Rendered" })).toBeDefined();
    expect(screen.getByText("7 min read")).toBeDefined();
    expect(server.calls("POST /api/blog/preview")[0]?.headers.authorization).toBe("Bearer t1");
  });

  it("[C5.2] refuses to publish without title and content, and sends no request", async () => {
    open();
    press("Create Blog Post");
    expect(await screen.findByText("Title is required")).toBeDefined();
    expect(screen.getByText("Content is required")).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText("Title"));
    expect(server.calls(CREATE)).toEqual([]);
  });

  it("[C2.27] [C4.4] publishes and goes to the list, and the draft is removed", async () => {
    open();
    type("Title", "  An opening range ");
    writeContent("Words.");
    type(texts.tags, "Costs, Risk");
    press("Save Draft");
    expect(draft()).toMatchObject({ content: "Words." });
    press("Create Blog Post");
    await waitFor(() => expect(address()).toBe("/research"));
    expect(server.calls(CREATE).map(({ body }) => body)).toEqual([
      {
        title: "An opening range",
        content: "Words.",
        featured_image_url: null,
        image_alt: "",
        tags: ["Costs", "Risk"],
        publish_at: null,
      },
    ]);
    expect(localStorage.getItem("blog_draft")).toBeNull();
    expect(shownToasts().map(({ text }) => text)).toEqual([texts.created]);
  });

  it.each([
    [{ status: 503, body: { detail: "The blog is away.", code: "blog_away" } }, "The blog is away."],
    [{ isCutOff: true }, texts.createFailed],
  ])("keeps the text when publishing fails", async (answer, sentence) => {
    server.answer(CREATE, answer);
    open();
    type("Title", "T");
    writeContent("C");
    press("Create Blog Post");
    await waitFor(() => expect(shownToasts().map(({ text }) => text)).toEqual([sentence]));
    expect(content().value).toBe("C");
    expect(address()).toBe("/research/create");
  });

  it("[C5.3] shows the address that the title forms", () => {
    open();
    type("Title", "What an Opening Range is worth!");
    expect(screen.getByText("what-an-opening-range-is-worth")).toBeDefined();
    // The server's slug for a title without a Latin letter, and with the name of a page.
    type("Title", "निफ्टी का दिन");
    expect(screen.getByText("article-1")).toBeDefined();
    type("Title", "Create ");
    expect(screen.getByText("create-1")).toBeDefined();
  });

  it("[C2.23] logs out and returns to the start", async () => {
    open();
    press("Logout");
    await waitFor(() => expect(address()).toBe("/"));
    expect(logOut).toHaveBeenCalledTimes(1);
  });

  it("asks before leaving with unsaved text, and keeps it as a draft", async () => {
    open();
    writeContent("Half a thought");
    press("Cancel");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: texts.discardConfirm }));
    await waitFor(() => expect(address()).toBe("/research"));
    expect(draft()).toMatchObject({ content: "Half a thought" });
  });
});

describe("[C4.6] [C9.2] a draft", () => {
  it("is saved five seconds after the last change, and says so for two", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    open();
    await act(() => vi.advanceTimersByTimeAsync(1));
    writeContent("One");
    await act(() => vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1_000));
    writeContent("One two");
    await act(() => vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1));
    expect(draft()).toBeNull();
    expect(screen.queryByText("Draft saved")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(draft()).toMatchObject({ title: "", content: "One two" });
    expect(Number.isNaN(Date.parse(draft().lastSaved))).toBe(false);
    expect(screen.getByText("Draft saved")).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(SAVED_SHOWN_MS - 1));
    expect(screen.getByText("Draft saved")).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByText("Draft saved")).toBeNull();
  });

  it("is not saved while empty", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    open();
    await act(() => vi.advanceTimersByTimeAsync(1));
    type(texts.tags, "Costs");
    await act(() => vi.advanceTimersByTimeAsync(2 * AUTOSAVE_MS));
    expect(localStorage.getItem("blog_draft")).toBeNull();
  });

  it("is there when the editor opens", async () => {
    localStorage.setItem(
      "blog_draft",
      JSON.stringify({ title: "Left", content: "Words", lastSaved: "2026-11-16T04:00:00.000Z" }),
    );
    open();
    expect(screen.getByLabelText("Title")).toMatchObject({ value: "Left" });
    expect(content().value).toBe("Words");
  });

  it("is saved when the page is closed", () => {
    open();
    writeContent("Just typed");
    fireEvent(window, new Event("pagehide"));
    expect(draft()).toMatchObject({ content: "Just typed" });
  });

  it("of another tab is loaded where nothing was typed here, and set aside where something was", async () => {
    open();
    const other = JSON.stringify({ title: "Theirs", content: "T", lastSaved: "2026-11-16T05:00:00.000Z" });
    localStorage.setItem("blog_draft", other);
    fireEvent(window, new StorageEvent("storage", { key: "blog_draft", newValue: other }));
    expect(await screen.findByDisplayValue("Theirs")).toBeDefined();
    type("Title", "Mine");
    localStorage.setItem(
      "blog_draft",
      JSON.stringify({ title: "Theirs again", content: "T", lastSaved: "2026-11-16T05:01:00.000Z" }),
    );
    press("Save Draft");
    expect(await screen.findByText(texts.otherTab)).toBeDefined();
    expect(draft()).toMatchObject({ title: "Mine" });
    press(texts.takeOther);
    expect(await screen.findByDisplayValue("Theirs again")).toBeDefined();
  });
});

describe("[C2.25] the preview modal", () => {
  it("[C2.25] shows title or a placeholder, today's date and the content, and goes back to writing", async () => {
    open();
    writeContent("## Rendered");
    await screen.findByRole("heading", { name: "Rendered" });
    press("Preview");
    const dialog = await screen.findByRole("dialog", { name: "Blog Preview" });
    expect(within(dialog).getByText("Untitled Blog Post")).toBeDefined();
    expect(within(dialog).getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeDefined();
    expect(within(dialog).getByRole("heading", { name: "Rendered" })).toBeDefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Continue Editing" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("[C2.26] Manage Blogs", () => {
  const LIST = "GET /api/blog/admin/posts";
  const REMOVE = `DELETE /api/blog/admin/posts/${aPostSummary(1).id}`;
  beforeEach(() =>
    server.answer(LIST, { body: { posts: [aPostSummary(1), aPostSummary(2)], total: 2, page: 1, limit: 24 } }),
  );

  async function openList() {
    open();
    press("Manage Blogs");
    return screen.findByRole("dialog", { name: "Manage Blogs" });
  }
  async function askToDelete(dialog: HTMLElement) {
    fireEvent.click(await within(dialog).findByRole("button", { name: `${manageTexts.delete} Article 1` }));
    const question = await screen.findByText('Are you sure you want to delete "Article 1"?');
    fireEvent.click(within(question.closest("[role=dialog]") as HTMLElement).getByRole("button", { name: "Delete" }));
  }

  it("[C2.26] lists title, excerpt, date and /slug", async () => {
    const dialog = await openList();
    expect(await within(dialog).findByText("Article 1")).toBeDefined();
    expect(within(dialog).getAllByText("November 14, 2026")).toHaveLength(2);
    expect(within(dialog).getByText("/article-1")).toBeDefined();
    expect(within(dialog).getAllByText(/Excerpt/)).toHaveLength(2);
  });

  it("[C4.5] [C5.6] deletes after a dialog; the row shows it and is then removed", async () => {
    server.answer(REMOVE, { body: { message: "Deleted." }, delayMs: 100 });
    const dialog = await openList();
    await askToDelete(dialog);
    const busy = await screen.findByText("Deleting...");
    expect(busy.closest("button")).toMatchObject({ disabled: true });
    await waitFor(() => expect(screen.queryByText("Article 1")).toBeNull());
    expect(screen.getByText("Article 2")).toBeDefined();
  });

  it("[C8.1] says when deleting failed, and keeps the row", async () => {
    server.answer(REMOVE, { status: 500, body: {} });
    await askToDelete(await openList());
    expect(await screen.findByText("Failed to delete blog")).toBeDefined();
    expect(screen.getByText("Article 1")).toBeDefined();
  });

  it("[C8.1] says when the list could not be read", async () => {
    server.answer(LIST, { status: 500, body: {} });
    const dialog = await openList();
    expect(await within(dialog).findByText("Failed to fetch blogs")).toBeDefined();
  });
});

describe("an article that is edited", () => {
  const { id } = aPost();
  const SAVE = `PUT /api/blog/admin/posts/${id}`;
  beforeEach(() => server.answer(`GET /api/blog/admin/posts/${id}`, { body: aPost() }));

  it("is loaded, saved with its revision, and read again", async () => {
    server.answer(SAVE, { body: aPost(1, { title: "Changed" }) });
    open(`?edit=${id}`);
    await screen.findByDisplayValue("Article 1");
    type("Title", "Changed");
    press("Update Blog Post");
    await waitFor(() => expect(address()).toBe("/research/article-1"));
    expect(server.calls(SAVE)[0]?.body).toMatchObject({ title: "Changed", based_on: 3 });
  });

  it("that another editor changed is not overwritten without a question", async () => {
    server.answer(SAVE, { status: 409, body: { detail: "Changed.", code: "post_changed" } });
    open(`?edit=${id}`);
    await screen.findByDisplayValue("Article 1");
    type("Title", "Mine");
    press("Update Blog Post");
    const dialog = await screen.findByRole("dialog", { name: texts.changedTitle });
    server.answer(SAVE, { body: aPost(1, { title: "Mine" }) });
    fireEvent.click(within(dialog).getByRole("button", { name: texts.overwrite }));
    await waitFor(() => expect(address()).toBe("/research/article-1"));
    expect(server.calls(SAVE).at(-1)?.body).not.toHaveProperty("based_on");
  });

  it("that cannot be read shows a fault", async () => {
    server.answer(`GET /api/blog/admin/posts/${id}`, { status: 404, body: { detail: "No.", code: "post_unknown" } });
    open(`?edit=${id}`);
    expect(await screen.findByText(texts.loadFailed)).toBeDefined();
  });
});
