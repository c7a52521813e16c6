import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { newsletterFaults, newsletterDeskTexts as texts } from "./newsletter.texts.ts";
import { NewsletterDesk } from "./newsletter-desk.tsx";
import { type NewsletterPost, POSTS_KEY, seededPost } from "./newsletter-posts.ts";

preparePageTests();
const server = provideApiServer();

const open = () => renderSite({ at: "/newsletter/admin", pages: { "/newsletter/admin": NewsletterDesk } });
const stored = (): NewsletterPost[] => JSON.parse(localStorage.getItem(POSTS_KEY) ?? "null");
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const list = () => screen.getByRole("heading", { name: texts.listHeading }).closest("div.rounded-lg") as HTMLElement;

function write(title: string) {
  type(texts.fieldTitle, title);
  type(texts.fieldAuthor, "Asha");
  type(texts.fieldContent, "First.\n\nSecond.");
}

describe("the newsletter desk", () => {
  it("[C4.7] [C2.33] finds one sample post about an IPO on a first visit, and needs no role", () => {
    open();
    expect(stored()).toEqual([seededPost]);
    expect(stored()[0]?.category).toBe("IPO News");
    expect(within(list()).getByText(seededPost.title)).toBeDefined();
  });

  it("[C4.7] does not restore a deleted sample", async () => {
    localStorage.setItem(POSTS_KEY, "[]");
    open();
    expect(stored()).toEqual([]);
    expect(screen.getByText(texts.noPosts)).toBeDefined();
  });

  it("[C2.31] [C2.13] previews in a new tab", () => {
    open();
    const link = screen.getByRole("link", { name: "Preview Newsletter" });
    expect(link.getAttribute("href")).toBe("/newsletter");
    expect(link.getAttribute("target")).toBe("_blank");
  });

  it("[C4.7] [C3.4] creates a post, fires a storage event and empties the form", async () => {
    const onStorage = vi.fn();
    addEventListener("storage", onStorage);
    open();
    onStorage.mockClear();
    write("A new post");
    press(texts.create);
    await waitFor(() => expect(stored()).toHaveLength(2));
    expect(stored()[0]).toMatchObject({
      title: "A new post",
      author: "Asha",
      category: "Market Analysis",
      relatedPosts: [],
    });
    expect(stored()[0]?.id).not.toBe("");
    expect(onStorage.mock.calls.map(([event]) => event.key)).toEqual([POSTS_KEY]);
    expect(screen.getByLabelText(texts.fieldTitle)).toMatchObject({ value: "" });
    removeEventListener("storage", onStorage);
  });

  it("[C5.7] shows the fault beside the field and stores nothing", () => {
    open();
    type(texts.fieldSourceUrl, "javascript:alert(1)");
    press(texts.create);
    for (const fault of [
      newsletterFaults.title,
      newsletterFaults.author,
      newsletterFaults.content,
      newsletterFaults.sourceUrl,
    ])
      expect(screen.getByText(fault)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(texts.fieldTitle));
    expect(stored()).toHaveLength(1);
  });

  it("[C5.7] counts the title's characters", () => {
    open();
    type(texts.fieldTitle, "Twelve chars");
    expect(screen.getByText("12/100")).toBeDefined();
  });

  it("[C5.7] adds a related post once its title is not blank", () => {
    open();
    const add = () => screen.getByRole<HTMLButtonElement>("button", { name: texts.add });
    expect(add().disabled).toBe(true);
    type(texts.relatedTitle, "   ");
    expect(add().disabled).toBe(true);
    type(texts.relatedTitle, "Costs");
    type(texts.relatedUrl, "https://a.example/");
    fireEvent.click(add());
    write("With company");
    press(texts.create);
    expect(stored()[0]?.relatedPosts).toEqual([{ title: "Costs", url: "https://a.example/" }]);
  });

  it("[C2.32] edits a post in the form, at the top of the page, and updates or cancels", async () => {
    const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    open();
    press(`${texts.edit} ${seededPost.title}`);
    expect(scroll).toHaveBeenCalledWith({ top: 0 });
    expect(screen.getByLabelText(texts.fieldTitle)).toMatchObject({ value: seededPost.title });
    press(texts.cancel);
    expect(screen.getByLabelText(texts.fieldTitle)).toMatchObject({ value: "" });
    press(`${texts.edit} ${seededPost.title}`);
    type(texts.fieldTitle, "Changed");
    press(texts.update);
    expect(stored().map(({ id, title }) => [id, title])).toEqual([[seededPost.id, "Changed"]]);
    scroll.mockRestore();
  });

  it("[C5.7] deletes after a confirmation, and keeps on cancel", async () => {
    open();
    press(`${texts.delete} ${seededPost.title}`);
    await screen.findByText("Are you sure you want to delete this post?");
    press("Cancel");
    expect(stored()).toHaveLength(1);
    press(`${texts.delete} ${seededPost.title}`);
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: texts.delete }));
    await waitFor(() => expect(stored()).toEqual([]));
  });

  it("[C2.31] searches, and shows total, latest and top category", () => {
    const other = {
      ...seededPost,
      id: "2",
      title: "Gold",
      date: "2026-11-15",
      category: "Risk Management",
      content: "x",
    };
    localStorage.setItem(POSTS_KEY, JSON.stringify([seededPost, other]));
    open();
    expect(screen.getByText(texts.totalPosts).parentElement?.textContent).toContain("2");
    expect(screen.getByText(texts.latestPost).parentElement?.textContent).toContain("Gold");
    expect(screen.getByText(texts.topCategory).parentElement?.textContent).toContain("IPO News");
    type(texts.search, "RISK");
    expect(within(list()).queryByText(seededPost.title)).toBeNull();
    expect(within(list()).getByText("Gold")).toBeDefined();
    type(texts.search, "nothing like it");
    expect(screen.getByText(texts.noMatch)).toBeDefined();
  });

  it("[C4.7] follows another tab, and keeps its changes", async () => {
    open();
    const other = { ...seededPost, id: "2", title: "From the other tab" };
    localStorage.setItem(POSTS_KEY, JSON.stringify([seededPost, other]));
    fireEvent(window, new StorageEvent("storage", { key: POSTS_KEY }));
    expect(await screen.findAllByText("From the other tab")).not.toEqual([]);
    write("Mine");
    press(texts.create);
    expect(stored().map(({ title }) => title)).toEqual(["Mine", seededPost.title, "From the other tab"]);
  });

  it("[C7.28] sends no request", () => {
    open();
    write("Quiet");
    press(texts.create);
    expect(server.calls()).toEqual([]);
  });
});
