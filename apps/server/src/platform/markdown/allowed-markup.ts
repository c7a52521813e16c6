import type { Options } from "rehype-sanitize";

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];

/**
 * An own list, because the library's default could grow. Ids only for footnotes: other ids would allow DOM clobbering.
 */
export const allowedMarkup: Options = {
  tagNames: [
    ...HEADINGS,
    ...["p", "br", "hr", "blockquote", "pre", "code", "kbd", "samp", "strong", "em", "b", "i", "del", "s", "u", "mark"],
    ...["sub", "sup", "small", "abbr", "q", "cite", "ul", "ol", "li", "dl", "dt", "dd", "a", "img"],
    ...["table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption", "section", "input"],
    ...["figure", "figcaption", "details", "summary", "div", "span"],
  ],
  attributes: {
    a: [
      "href",
      "title",
      ["id", /^user-content-fnref-/],
      "dataFootnoteRef",
      "dataFootnoteBackref",
      ["ariaDescribedBy", "footnote-label"],
      "ariaLabel",
      ["className", "data-footnote-backref"],
    ],
    abbr: ["title"],
    code: [["className", /^language-[\w+#.-]{1,30}$/, "math-inline", "math-display"]],
    details: ["open"],
    h2: [
      ["id", "footnote-label"],
      ["className", "sr-only"],
    ],
    img: ["src", "alt", "title", "width", "height"],
    input: [["type", "checkbox"], ["disabled", true], "checked"],
    li: [
      ["id", /^user-content-fn-/],
      ["className", "task-list-item"],
    ],
    ol: ["start"],
    section: ["dataFootnotes", ["className", "footnotes"]],
    td: ["align"],
    th: ["align", ["scope", "row", "col"]],
    ul: [["className", "contains-task-list"]],
  },
  required: { input: { type: "checkbox", disabled: true } },
  protocols: { href: ["http", "https", "mailto"], src: [] },
  strip: [
    ...["script", "style", "template", "iframe", "object", "embed", "noscript", "noembed", "noframes", "plaintext"],
    ...["svg", "math", "textarea", "select", "title", "xmp", "head", "form", "video", "audio", "canvas"],
  ],
  ancestors: {
    li: ["ol", "ul"],
    tbody: ["table"],
    tfoot: ["table"],
    thead: ["table"],
    tr: ["table"],
    td: ["table"],
    th: ["table"],
  },
  clobber: [],
  clobberPrefix: "",
  allowComments: false,
  allowDoctypes: false,
};

export const allowedInLine: Options = {
  ...allowedMarkup,
  tagNames: ["strong", "em", "code", "del", "sub", "sup"],
  attributes: {},
  required: {},
};
