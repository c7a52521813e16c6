import { act, cleanup, render, screen, within } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aPostSummary } from "../../testing/blog.fixture.ts";
import { researchTexts } from "./research.texts.ts";
import { type Ask, filterOf, type LoadedResearch, type ResearchList, readResearch, searchOf } from "./research-list.ts";
import { ResearchPage } from "./research-page.tsx";
import { blogStructuredData } from "./research-structured-data.ts";

afterEach(cleanup);

const aList = (count: number, changes: Partial<LoadedResearch> = {}): LoadedResearch => ({
  kind: "loaded",
  posts: Array.from({ length: count }, (_, place) => aPostSummary(place + 1)),
  tags: [
    { tag: "Costs", count: 3 },
    { tag: "Risk", count: 2 },
  ],
  filter: { words: "", tag: "", page: 1 },
  pages: 1,
  ...changes,
});

async function open(list: ResearchList | Promise<ResearchList>, loader = vi.fn(() => null)) {
  const Site = createRoutesStub([
    { id: "list", path: "/research", loader, Component: () => <ResearchPage list={list} letter={<p>Letter</p>} /> },
  ]);
  await act(async () => {
    render(<Site initialEntries={["/research"]} hydrationData={{ loaderData: { list: null } }} />);
  });
  return loader;
}

const cards = () => [...document.querySelectorAll<HTMLElement>("[data-card]")];

describe("the research list", () => {
  it("[C2.15] is titled with the product's name", async () => {
    await open(aList(1));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Vriddhi Research");
  });

  it("[C2.17] [C4.1] shows that it loads, and then the articles", async () => {
    let give: (list: ResearchList) => void = () => undefined;
    await open(new Promise((resolve) => (give = resolve)));
    expect(screen.getByText("Loading research articles...")).toBeDefined();
    await act(async () => give(aList(1)));
    expect(await screen.findByText("Article 1")).toBeDefined();
  });

  it("[C2.17] [C8.1] shows why it failed, and Try Again reads again", async () => {
    const loader = await open({ kind: "failed", message: researchTexts.failed });
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Error Loading Research");
    expect(screen.getByText("Failed to fetch research articles")).toBeDefined();
    await act(async () => screen.getByRole("button", { name: "Try Again" }).click());
    expect(loader).toHaveBeenCalledTimes(1);
  });

  it("[C2.17] says that there are no articles yet, unlike a search without results", async () => {
    await open(aList(0));
    expect(screen.getByText("No Research Articles Yet")).toBeDefined();
    expect(screen.getByText("Check back later for new research articles!")).toBeDefined();
    cleanup();
    await open(aList(0, { filter: { words: "gold", tag: "", page: 1 } }));
    expect(screen.getByText(researchTexts.noMatch)).toBeDefined();
  });

  it("[C2.16] [C2.18] a card links to its article and shows picture, title, excerpt and a long date", async () => {
    const picture = {
      url: "/blog-images/1-a.webp",
      width: 1_200,
      height: 630,
      sources: [{ url: "/blog-images/1-a-480.webp", width: 480 }],
    };
    const post = aPostSummary(1, { featured_image_url: picture.url, image: picture, image_alt: "A box" });
    await open(aList(0, { posts: [aPostSummary(2), post, aPostSummary(3, { excerpt: "  ", excerpt_html: "" })] }));
    const [, card, bare] = cards();
    if (card === undefined || bare === undefined) throw new Error("no cards");
    expect(within(card).getByRole("link").getAttribute("href")).toBe("/research/article-1");
    expect(within(card).getByRole("heading", { level: 2 }).textContent).toBe("Article 1");
    expect(card.querySelector("strong")?.textContent).toBe("1");
    expect(within(card).getByText("November 14, 2026")).toBeDefined();
    const image = within(card).getByRole("img", { name: "A box" });
    expect(image.getAttribute("loading")).toBe("lazy");
    expect(image.getAttribute("srcset")).toBe("/blog-images/1-a-480.webp 480w");
    expect(within(bare).getByText("No excerpt available")).toBeDefined();
    expect(bare.querySelector("img")).toBeNull();
    expect(document.querySelector("[draggable], .react-resizable-handle")).toBeNull();
  });

  it("[C2.19] the card of full width is the featured one, with badge and reading time", async () => {
    await open(aList(6));
    expect(cards().map((card) => card.dataset["large"])).toEqual([
      "featured",
      "medium",
      "medium",
      "compact",
      "compact",
      "featured",
    ]);
    const [first] = cards();
    expect(first?.textContent).toContain("Featured");
    expect(first?.textContent).toContain("5 min read");
  });

  it("[C9.3] has its places for every width in the first HTML, with the letter in the free third", async () => {
    await open(aList(5));
    const places = (name: string) => cards().map((card) => card.style.getPropertyValue(name));
    expect(places("--large-column")).toEqual(["1 / span 12", "1 / span 6", "7 / span 6", "1 / span 4", "5 / span 4"]);
    expect(places("--large-row")).toEqual(["1 / span 10", "11 / span 8", "11 / span 8", "19 / span 6", "19 / span 6"]);
    expect(places("--small-row")[1]).toBe("7 / span 6");
    const tile = document.querySelector<HTMLElement>(".research-tile");
    expect(tile?.style.getPropertyValue("--large-column")).toBe("9 / span 4");
    expect(tile?.style.getPropertyValue("--large-row")).toBe("19 / span 6");
  });

  it("offers search, topics and pages as addresses", async () => {
    await open(aList(5, { pages: 3, filter: { words: "", tag: "Risk", page: 2 } }));
    expect(screen.getByRole("search").getAttribute("action")).toBe("/research");
    const topics = screen.getByRole("navigation", { name: "Topics" });
    expect(within(topics).getByRole("link", { name: "Risk" }).getAttribute("aria-current")).toBe("page");
    expect(within(topics).getByRole("link", { name: "All" }).getAttribute("href")).toBe("/research");
    expect(screen.getByRole("link", { name: "Older articles" }).getAttribute("href")).toBe("/research?tag=Risk&page=3");
    expect(screen.getByRole("link", { name: "Newer articles" }).getAttribute("href")).toBe("/research?tag=Risk");
  });
});

describe("the list's request", () => {
  const answers =
    (posts: { status: number; body: unknown }, tags = { status: 200, body: { tags: [] as unknown[] } }): Ask =>
    async (address) =>
      address.startsWith("/api/blog/tags") ? tags : posts;
  const filter = { words: "", tag: "", page: 1 };

  it("is one page of published articles, found by words and topic", async () => {
    const asked: string[] = [];
    const list = await readResearch(
      async (address) => {
        asked.push(address);
        return address.includes("tags")
          ? { status: 200, body: { tags: [] } }
          : { status: 200, body: { posts: [], total: 26, page: 2, limit: 25 } };
      },
      { words: "opening range", tag: "Risk", page: 2 },
    );
    expect(asked[0]).toBe("/api/blog/posts?page=2&limit=25&q=opening+range&tag=Risk");
    expect(list).toMatchObject({ kind: "loaded", pages: 2 });
  });

  it("[C8.1] returns the server's sentence or ours on failure, and never throws", async () => {
    const result = await readResearch(
      answers({ status: 503, body: { detail: "The blog is away.", code: "blog_away" } }),
      filter,
    );
    expect(result).toEqual({ kind: "failed", message: "The blog is away." });
    expect(await readResearch(answers({ status: 500, body: null }), filter)).toEqual({
      kind: "failed",
      message: "Failed to fetch research articles",
    });
    const silent = await readResearch(() => Promise.reject(new Error("offline")), filter);
    expect(silent).toEqual({ kind: "failed", message: "Failed to fetch research articles" });
  });

  it("does not fail for missing topics", async () => {
    const list = await readResearch(
      answers({ status: 200, body: { posts: [], total: 0 } }, { status: 500, body: { tags: [] } }),
      filter,
    );
    expect(list).toMatchObject({ kind: "loaded", tags: [] });
  });

  it.each(["0", "-1", "1.5", "x", "99999999"])("treats page %s as the first one", (page) => {
    expect(filterOf(new URLSearchParams({ page })).page).toBe(1);
  });

  it("writes a filter as an address that parses back", () => {
    const wanted = { words: "a & b", tag: "हिन्दी", page: 3 };
    expect(filterOf(new URLSearchParams(searchOf(wanted)))).toEqual(wanted);
  });
});

it("[C2.20] names the blog and each post for search engines", () => {
  const data = blogStructuredData(aList(2), "About");
  expect(data).toMatchObject({ "@type": "Blog", name: "Vriddhi Research", description: "About" });
  expect(data["blogPost"]).toHaveLength(2);
  expect((data["blogPost"] as unknown[])[0]).toMatchObject({
    headline: "Article 1",
    description: "Excerpt **1**",
    url: "https://vriddhi.example/research/article-1",
    datePublished: "2026-11-14T04:00:00.000Z",
    dateModified: "2026-11-14T04:00:00.000Z",
    author: { "@type": "Organization", name: "Vriddhi" },
  });
});
