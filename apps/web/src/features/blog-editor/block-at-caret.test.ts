import { describe, expect, it } from "vitest";
import { blockAtCaret } from "./block-at-caret.ts";

const paragraphs = Array.from({ length: 120 }, (_, at) => `Paragraph ${at + 1} is about **something** else.`);
const content = paragraphs.join("\n\n");
const blocks = paragraphs.map((text) => text.replaceAll("*", ""));

describe("the preview's block at the caret", () => {
  it.for([1, 51, 119, 120])("is paragraph %i where the caret is in it", (number) => {
    const caret = content.indexOf(`Paragraph ${number} `) + 12;
    expect(blockAtCaret(blocks, content, caret)).toBe(number - 1);
  });

  it("is the last one with text before an empty line at the end", () => {
    const longer = `${content}\n\n`;
    expect(blockAtCaret(blocks, longer, longer.length)).toBe(119);
  });

  it("is the nearest of equal ones, the one at the same height where no text matches, and none without blocks", () => {
    const same = ["same", "other", "other", "same"];
    expect(blockAtCaret(same, same.join("\n"), same.join("\n").length)).toBe(3);
    expect(blockAtCaret(["a", "b", "c", "d"], "![](picture.png)\n".repeat(4), 60)).toBe(3);
    expect(blockAtCaret([], "text", 2)).toBe(-1);
  });
});
