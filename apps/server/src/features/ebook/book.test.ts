import { describe, expect, it } from "vitest";
import { linesOfPdf, pagesOfPdf, textOfPdf } from "../../testing/pdf-text.ts";
import { figures } from "./book.figures.ts";
import { createBookReader } from "./book.pdf.ts";
import { parseManuscript } from "./manuscript.ts";

describe("the e-book", () => {
  const read = createBookReader();

  it("the e-book has a contents page with the right page of every chapter", async () => {
    const pages = linesOfPdf(await read());
    const isChapter = (line: string) => /^Chapter \d+$/.test(line);
    const chapters = pages.flatMap((lines, index) => lines.filter(isChapter).map(() => index + 1));
    const contents = pages[1] ?? [];
    expect(contents[0]).toBe("Contents");
    expect(
      contents
        .filter((line) => /^\d+$/.test(line))
        .slice(0, chapters.length)
        .map(Number),
    ).toEqual(chapters);
    expect(chapters.length).toBeGreaterThanOrEqual(15);
  });

  it("the e-book has no nearly empty page, and the rupee sign instead of the word", async () => {
    const bytes = await read();
    expect(pagesOfPdf(bytes)).toBeGreaterThanOrEqual(20);
    const short = linesOfPdf(bytes)
      .slice(2, -1)
      .filter((lines) => lines.length < 12);
    expect(short).toEqual([]);
    expect(textOfPdf(bytes)).not.toMatch(/\d rupees/);
  });

  it("the e-book is rendered once: every buyer gets the same bytes", async () => {
    expect(await read()).toBe(await read());
  });
});

describe("a manuscript", () => {
  it("a manuscript names a figure with its caption, also over two lines", () => {
    const { chapters } = parseManuscript("# T\n\nSub\n\n## One\n\nText.\n\n[figure size] What it\nshows.\n");
    expect(chapters[0]?.blocks).toEqual([
      { kind: "paragraph", text: "Text." },
      { kind: "figure", name: "size", text: "What it shows." },
    ]);
    expect(figures["size"]).toBeDefined();
  });
});
