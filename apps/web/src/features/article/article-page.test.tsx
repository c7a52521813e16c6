import { act, cleanup, render, screen, within } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aPost, aPostSummary } from "../../testing/blog.fixture.ts";
import { ArticlePage } from "./article-page.tsx";
import { type ArticleState, articleStatus, readArticle } from "./article-state.ts";
import { articleDescription, articleStructuredData } from "./article-structured-data.ts";

afterEach(cleanup);

async function open(state: ArticleState, loader = vi.fn(() => null)) {
  const Site = createRoutesStub([
    { id: "article", path: "/research/:slug", loader, Component: () => <ArticlePage state={state} /> },
  ]);
  await act(async () => {
    render(<Site initialEntries={["/research/article-1"]} hydrationData={{ loaderData: { article: null } }} />);
  });
  return loader;
}

describe("an article", () => {
  it("[C2.21] shows title, dates, picture, content, tags and links back", async () => {
    const post = aPost(1, {
      featured_image_url: "/blog-images/1-a.webp",
      image_alt: "A box",
      tags: ["Costs", "Opening range"],
      updated_at: "2026-11-15T06:00:00.000Z",
    });
    await open({ kind: "loaded", article: { post, related: [aPostSummary(2)] } });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Article 1");
    expect(screen.getByText("Published November 14, 2026")).toBeDefined();
    expect(screen.getByText("Updated November 15, 2026")).toBeDefined();
    // [C2.19] The featured card says "5 min read" of every article, so the article names no other length.
    expect(screen.queryByText(/min read/)).toBeNull();
    expect(screen.getByRole("img", { name: "A box" }).getAttribute("src")).toBe("/blog-images/1-a.webp");
    expect(screen.getByRole("heading", { name: "Content 1" })).toBeDefined();
    const tags = within(screen.getByRole("list", { name: "Tags" })).getAllByRole("link");
    expect(tags.map((tag) => tag.getAttribute("href"))).toEqual(["/research?tag=Costs", "/research?tag=Opening+range"]);
    expect(screen.getAllByRole("link", { name: "Back to Research" })).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Article 2" }).getAttribute("href")).toBe("/research/article-2");
  });

  it("[C2.21] says nothing of an update on the day of publishing", async () => {
    await open({
      kind: "loaded",
      article: { post: aPost(1, { updated_at: "2026-11-14T09:00:00.000Z" }), related: [] },
    });
    expect(screen.queryByText(/Updated/)).toBeNull();
  });

  it.each([
    ["missing", "Research Article Not Found", 404],
    ["failed", "Failed to fetch research article", 503],
  ] as const)("[C2.22] that is %s shows it, with Try Again", async (kind, sentence, status) => {
    const loader = await open({ kind });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(sentence);
    await act(async () => screen.getByRole("button", { name: "Try Again" }).click());
    expect(loader).toHaveBeenCalledTimes(1);
    expect(articleStatus[kind]).toBe(status);
  });

  it.each([
    [200, { post: aPost(), related: [] }, "loaded"],
    [404, { detail: "No such article." }, "missing"],
    [400, { detail: "Too long." }, "missing"],
    [503, { detail: "Away." }, "failed"],
    [429, { detail: "Slow down." }, "failed"],
  ] as const)("is read by its slug: status %d is %s", async (status, body, kind) => {
    const ask = vi.fn(async () => ({ status, body }));
    expect((await readArticle(ask, "a b/c")).kind).toBe(kind);
    expect(ask).toHaveBeenCalledWith("/api/blog/posts/a%20b%2Fc");
  });

  it("[C2.22] that is unreachable has failed", async () => {
    expect(await readArticle(() => Promise.reject(new Error("offline")), "a")).toEqual({ kind: "failed" });
  });

  it("[C2.21] describes itself for search engines", () => {
    const post = aPost(1, { featured_image_url: "/blog-images/1-a.webp", tags: ["Costs", "Risk"] });
    expect(articleStructuredData(post, "About")).toMatchObject({
      "@type": "BlogPosting",
      headline: "Article 1",
      url: "https://vriddhi.example/research/article-1",
      keywords: "Costs, Risk",
      timeRequired: "PT7M",
      image: "https://vriddhi.example/blog-images/1-a.webp",
    });
  });

  it.each(["", "Short.", "**Bold** and [a link](https://x.example) ".repeat(3), "x".repeat(400)])(
    "[A2.22] has a description of 50 to 160 characters without marks: %s",
    (excerpt) => {
      const text = articleDescription({ title: "A title of an article", excerpt });
      expect(text.length).toBeGreaterThanOrEqual(50);
      expect(text.length).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/\*\*|\]\(/);
    },
  );
});
