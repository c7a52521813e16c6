import { describe, expect, it } from "vitest";
import { newsletterFaults } from "./newsletter.texts.ts";
import {
  checkPost,
  emptyPost,
  type NewsletterPost,
  newestFirst,
  paragraphsOf,
  parsePosts,
  searchPosts,
  seededPost,
  statsOf,
  webAddress,
} from "./newsletter-posts.ts";

const aPost = (changes: Partial<NewsletterPost> = {}): NewsletterPost => ({ ...seededPost, ...changes });

describe("[C5.7] a newsletter post", () => {
  it("needs title, author and content", () => {
    expect(checkPost(emptyPost("2026-11-16"))).toEqual({
      title: "Title is required",
      author: "Author is required",
      content: "Content is required",
    });
    expect(checkPost(aPost({ title: " ", author: "\t", content: "\n" }))).toEqual({
      title: newsletterFaults.title,
      author: newsletterFaults.author,
      content: newsletterFaults.content,
    });
    expect(checkPost(aPost())).toEqual({});
  });

  it("[C9.2] has a title of at most 100 characters", () => {
    expect(checkPost(aPost({ title: "x".repeat(100) }))).toEqual({});
    expect(checkPost(aPost({ title: "x".repeat(101) }))).toEqual({ title: newsletterFaults.titleLong });
  });

  it.each(["ftp://a.example/x", "javascript:alert(1)", "data:text/html,x", "picture.png", "//a.example/x.png"])(
    "does not accept %s as a web address",
    (address) => {
      expect(webAddress(address)).toBeNull();
      expect(Object.keys(checkPost(aPost({ imageUrl: address, sourceUrl: address })))).toEqual([
        "imageUrl",
        "sourceUrl",
      ]);
    },
  );

  it("begins as Market Analysis", () => expect(emptyPost("2026-11-16").category).toBe("Market Analysis"));

  it.each([
    ["PRICE band", true],
    ["cut-off", true],
    ["ipo news", true],
    ["   ", true],
    ["gold", false],
  ])("is found by title, content or category, whatever the case: %s", (words, isFound) => {
    expect(searchPosts([seededPost], words)).toHaveLength(isFound ? 1 : 0);
  });

  it("parts its paragraphs by blank lines", () => {
    expect(paragraphsOf("One\nstill one\n\n \nTwo\n\n\nThree\n")).toEqual(["One\nstill one", "Two", "Three"]);
  });
});

describe("[C2.31] the three figures", () => {
  it("are the number, the latest and the most frequent category", () => {
    const posts = [
      aPost({ id: "1", date: "2026-11-01", category: "Tech Insights" }),
      aPost({ id: "2", date: "2026-11-03", category: "IPO News" }),
      aPost({ id: "3", date: "2026-11-02", category: "IPO News" }),
    ];
    expect(statsOf(posts)).toMatchObject({ total: 3, latest: { id: "2" }, topCategory: "IPO News" });
    expect(newestFirst(posts).map(({ id }) => id)).toEqual(["2", "3", "1"]);
    expect(statsOf([])).toEqual({ total: 0, latest: null, topCategory: null });
  });
});

describe("[C3.4] the stored posts", () => {
  it("are read back as written", () => {
    const post = aPost({ relatedPosts: [{ title: "Other", url: "https://a.example/" }] });
    expect(parsePosts(JSON.stringify([post]))).toEqual([post]);
    expect(Object.keys(post).sort()).toEqual(
      [
        "author",
        "category",
        "content",
        "date",
        "id",
        "imageUrl",
        "relatedPosts",
        "source",
        "sourceUrl",
        "title",
      ].sort(),
    );
  });

  it.each(["{", "null", "7", '"x"', "{}", '[null, 7, "x", {}, {"id": "1"}, {"title": "x"}]'])(
    "is no posts where it is something else: %s",
    (text) => expect(parsePosts(text)).toEqual([]),
  );

  it("is nothing at all before the first visit", () => expect(parsePosts(null)).toBeNull());

  it("drops only invalid lists and categories", () => {
    const [post] = parsePosts(JSON.stringify([{ id: 7, title: "T", category: "Gossip", relatedPosts: "x" }])) ?? [];
    expect(post).toMatchObject({ id: "7", title: "T", category: "Market Analysis", relatedPosts: [] });
  });
});
