import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { POST_SLUG_MAX } from "./blog-limits.ts";
import { EXCERPT_MAX, toExcerpt } from "./excerpt.ts";
import { readingMinutes } from "./reading-time.ts";
import { RESERVED_SLUGS, slugCandidate, toSlug } from "./slug.ts";

const anyTitle = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.string({ maxLength: 300 }));

describe("[C5.3] a slug", () => {
  it.each([
    ["Intraday costs, to the paisa!", "intraday-costs-to-the-paisa"],
    ["  Why   most -- traders\tlose ", "-why-most-traders-lose-"],
    ["NIFTY 50: 9:15 a.m.", "nifty-50-915-am"],
    ["निफ्टी का दिन", "-"],
    ["", ""],
  ])("of %j is %j", (title, slug) => {
    expect(toSlug(title)).toBe(slug);
  });

  it("holds only small letters, digits and single hyphens, and is idempotent", () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        const slug = toSlug(title);
        expect(slug).toMatch(/^(?:[a-z0-9]|-(?!-))*$/);
        expect(toSlug(slug)).toBe(slug);
      }),
    );
  });
});

describe("the slug that an article gets", () => {
  it("follows the rule where the result is free and usable", () => {
    expect(slugCandidate("Opening ranges", 1)).toBe("opening-ranges");
  });

  it("has a number where it is taken, reserved or empty", () => {
    expect(slugCandidate("Opening ranges", 2)).toBe("opening-ranges-2");
    expect(slugCandidate("Create", 1)).toBe("create-1");
    expect(slugCandidate("निफ्टी का दिन", 1)).toBe("article-1");
    expect(slugCandidate("!?", 3)).toBe("article-3");
  });

  it("is never empty, reserved, too long or in need of escaping, and differs for each number", () => {
    fc.assert(
      fc.property(anyTitle, fc.integer({ min: 1, max: 100_000 }), (title, n) => {
        const slug = slugCandidate(title, n);
        expect(slug).toMatch(/[a-z0-9]/);
        expect(encodeURIComponent(slug)).toBe(slug);
        expect(slug.length).toBeLessThanOrEqual(POST_SLUG_MAX);
        expect(RESERVED_SLUGS).not.toContain(slug);
        expect(slugCandidate(title, n + 1)).not.toBe(slug);
      }),
    );
  });
});

describe("[C5.4, C9.1] an excerpt", () => {
  it("[C5.4] is the content without its tags", () => {
    expect(toExcerpt("<p>A <b>short</b> one<br/></p>")).toBe("A short one");
    expect(toExcerpt("when a < b and c > d")).toBe("when a < b and c > d");
  });

  it("[C5.4, C9.1] is cut after 150 characters, and ends with an ellipsis then", () => {
    expect(toExcerpt("x".repeat(150))).toBe("x".repeat(150));
    expect(toExcerpt("x".repeat(151))).toBe(`${"x".repeat(150)}...`);
    expect(toExcerpt("🧨".repeat(200))).toBe(`${"🧨".repeat(150)}...`);
  });

  it("never splits a surrogate pair and never exceeds its length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (content) => {
        const excerpt = toExcerpt(content);
        expect(excerpt.isWellFormed()).toBe(content.isWellFormed());
        expect(Array.from(excerpt).length).toBeLessThanOrEqual(EXCERPT_MAX + 3);
      }),
    );
  });

  it("takes linear time for a text of nothing but opening tags", () => {
    const startedAt = performance.now();
    toExcerpt("<a".repeat(100_000));
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });
});

it("a reading time is one minute per two hundred words, rounded up, at least one", () => {
  expect(readingMinutes("")).toBe(1);
  expect(readingMinutes("word ".repeat(200))).toBe(1);
  expect(readingMinutes("word ".repeat(201))).toBe(2);
  expect(readingMinutes("शब्द ".repeat(401))).toBe(3);
});
