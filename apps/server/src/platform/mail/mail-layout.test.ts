import { describe, expect, it } from "vitest";
import { escapeHtml, renderMail } from "./mail-layout.ts";

const hostile = `<img src=x onerror="alert('1')"> & Co`;

describe("a mail", () => {
  it("shows what people wrote as text, never as markup", () => {
    const { html, text } = renderMail({ heading: hostile, paragraphs: [hostile], code: "<b>1</b>", closing: hostile });
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<b>1");
    expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt; &amp; Co/g)).toHaveLength(3);
    expect(text).toContain(hostile);
  });

  it("says the same in text and HTML, with the code on a line of its own", () => {
    const { html, text } = renderMail({
      heading: "Hello",
      paragraphs: ["First", "Second"],
      code: "482913",
      closing: "Bye",
    });
    for (const part of ["Hello", "First", "Second", "482913", "Bye"]) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
    expect(text.split("\n")).toContain("482913");
  });

  it("leaves harmless text as it is", () => {
    expect(escapeHtml("₹1,00,000 – नमस्ते")).toBe("₹1,00,000 – नमस्ते");
  });
});
