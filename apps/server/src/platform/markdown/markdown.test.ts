import { afterEach, describe, expect, it, vi } from "vitest";
import { realTimers, type Timers } from "../clock/timers.ts";
import { createMarkdownWorkers, type MarkdownWorkers, PATIENT } from "./markdown-workers.ts";
import { renderInline, renderMarkdown } from "./render-markdown.ts";
import type { MarkdownAnswer } from "./rendered.ts";

const htmlOf = (content: string): string => renderMarkdown(content).html;

describe("markdown", () => {
  it("renders headings, emphasis, lists, code and quotes", () => {
    const html = htmlOf("# Costs\n\nA **bold** word.\n\n- one\n- two\n\n> quoted\n\n```ts\nconst a = 1 < 2;\n```");
    expect(html).toContain('<h2 id="s-costs">Costs</h2>');
    expect(html).toContain("<strong>bold</strong>");
    expect(html).toContain("<li>two</li>");
    expect(html).toContain('<code class="language-ts">const a = 1 &#x3C; 2;');
  });

  it("renders tables in a frame that the keyboard can scroll", () => {
    const html = htmlOf("| charge | ₹ |\n|---|--:|\n| STT | 25.00 |");
    expect(html).toContain('<div class="table-frame" tabindex="0" role="region" aria-label="Table"><table>');
    expect(html).toContain('<td align="right">25.00</td>');
  });

  it("renders footnotes with links there and back", () => {
    const html = htmlOf("A claim.[^1]\n\n[^1]: Its source.");
    const [, target] = /href="#([^"]+)" id="user-content-fnref-1"/.exec(html) ?? [];
    expect(html).toContain(`<li id="${target}">`);
    expect(html).toContain('href="#user-content-fnref-1"');
  });

  it("renders formulas as MathML without style and script", () => {
    const { html, hasMath } = renderMarkdown(
      "A size of $\\frac{r \\cdot C}{d}$ shares.\n\n$$\n\\sum_{i=1}^{n} x_i\n$$",
    );
    expect(hasMath).toBe(true);
    expect(html).toContain("<mfrac>");
    expect(html).not.toMatch(/style=|annotation|<script/);
    expect(renderMarkdown("₹5 and ₹6").hasMath).toBe(false);
  });

  it("lists its headings in order, each with a unique id", () => {
    const { headings } = renderMarkdown("## Costs\n\n### Tax\n\n## Costs\n\n## कर\n\n#### deeper");
    expect(headings).toEqual([
      { id: "s-costs", text: "Costs", level: 2 },
      { id: "s-tax", text: "Tax", level: 3 },
      { id: "s-costs-2", text: "Costs", level: 2 },
      { id: "s-section", text: "कर", level: 2 },
    ]);
  });

  it("shows images of this site, and links to others", () => {
    expect(htmlOf("![A day](/blog-images/1-a.webp)")).toContain(
      '<img src="/blog-images/1-a.webp" alt="A day" loading="lazy" decoding="async">',
    );
    expect(htmlOf("![A day](https://elsewhere.example/a.png)")).toBe(
      '<p><a href="https://elsewhere.example/a.png" rel="noopener noreferrer">A day</a></p>',
    );
    expect(htmlOf("![x](data:image/svg+xml;base64,AAAA) ![y](//evil.example/a.png)")).toBe("<p>x y</p>");
  });
});

it("an inline excerpt keeps text and emphasis, and no links", () => {
  expect(renderInline("# Title\n\nA **bold** [link](/x) <b>b</b> ![p](/blog-images/a.png) `code`")).toBe(
    "Title\nA <strong>bold</strong> link b  <code>code</code>",
  );
  for (const attack of attacks) expect(renderInline(attack)).not.toMatch(/<(?!\/?(?:strong|em|code|del|sub|sup)>)/);
});

const attacks = [
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "<img src='/blog-images/a.png' onerror=alert(1) onload=alert(2)>",
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<iframe src=javascript:alert(1)></iframe><iframe srcdoc='<script>alert(1)</script>'>",
  "<object data='data:text/html,<script>alert(1)</script>'></object><embed src=javascript:alert(1)>",
  "<a href=javascript:alert(1)>x</a>",
  "<a href='  java\tscript:alert(1)'>x</a>",
  "<a href='&#106;avascript:alert(1)'>x</a>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#x0A;script:alert(1))",
  "[x](vbscript:msgbox(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "![x](javascript:alert(1))",
  '![x" onerror="alert(1)](/blog-images/a.png)',
  '![x](/blog-images/a.png "t\\" onload=\\"alert(1)")',
  "<javascript:alert(1)>",
  "<div style='background:url(javascript:alert(1))'>x</div>",
  "<style>*{background:url(javascript:alert(1))}</style>",
  "<link rel=stylesheet href=//evil.example/x.css><meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<base href='https://evil.example/'>",
  "<input autofocus onfocus=alert(1)>",
  "<details open ontoggle=alert(1)>x</details>",
  "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<template><script>alert(1)</script></template>",
  "<textarea><img src=x onerror=alert(1)></textarea>",
  "<xmp><img src=x onerror=alert(1)></xmp>",
  "<!--<img src=x onerror=alert(1)>--><![CDATA[<img src=x onerror=alert(1)>]]>",
  "<p id=location name=cookie class=evil>clobber</p><a id=defaultView name=x href='/'>x</a>",
  "```html\n<script>alert(1)</script>\n```",
  "`<img src=x onerror=alert(1)>`",
  '```"><script>alert(1)</script>\nx\n```',
  "$\\href{javascript:alert(1)}{x}$ $\\htmlData{onload=alert(1)}{x}$ $\\url{javascript:alert(1)}$",
  "$\\text{<img src=x onerror=alert(1)>}$ $\\includegraphics{javascript:alert(1)}$",
  "$$\n</math><img src=x onerror=alert(1)>\n$$",
  "<code class='math-inline'>\\href{javascript:alert(1)}{x}</code>",
  "<span class='katex'><math><mi>forged</mi></math></span>",
  "| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |",
  "[^1]\n\n[^1]: <img src=x onerror=alert(1)>",
  '[^"onmouseover=alert(1)]\n\n[^"onmouseover=alert(1)]: x',
  '# <img src=x onerror=alert(1)> "onclick="alert(1)',
  '<a href="https://x.example" target=_blank onclick=alert(1) ping=//evil.example>x</a>',
  "<isindex action=javascript:alert(1)><button formaction=javascript:alert(1)>x</button>",
  "<x/onpointerenter=alert(1)>x</x><custom-element onfocus=alert(1) tabindex=1>",
  "<p>\u0000<scr\u0000ipt>alert(1)</script>",
];

describe("hostile markdown", () => {
  it.each(attacks)("is harmless: %s", (attack) => {
    const html = htmlOf(attack);
    const shell = document(html);
    expect(shell.elements.filter((name) => !HARMLESS.has(name))).toEqual([]);
    expect(
      shell.attributes.filter((name) => /^on|^style$|^srcdoc$|^formaction$|^ping$|^target$|^name$/.test(name)),
    ).toEqual([]);
    expect(shell.addresses.filter((address) => !/^(https?:|mailto:|\/(?!\/)|#)/.test(address))).toEqual([]);
    expect(shell.ids.filter((id) => !/^(user-content-fn|footnote-label$|s-)/.test(id))).toEqual([]);
  });
});

const HARMLESS = new Set(
  (
    "p br hr h2 h3 strong em code pre ul ol li a img table thead tbody tr th td div span section sup input details summary " +
    "math semantics mrow mi mn mo mtext mstyle msup msub mfrac mspace mpadded blockquote del figure"
  ).split(" "),
);

function document(html: string) {
  const tags = [...html.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi)];
  // The parser read every tag opener as a tag, so no other text may look like one.
  expect(html.match(/<[a-z]/gi)?.length ?? 0).toBe(tags.length);
  const pairs = tags.flatMap(([, , list = ""]) => [...list.matchAll(/\s+([^\s=>/]+)(?:="([^"]*)")?/g)]);
  const values = (names: readonly string[]) =>
    pairs.filter(([, name = ""]) => names.includes(name.toLowerCase())).map(([, , value = ""]) => value);
  return {
    elements: tags.map(([, name = ""]) => name.toLowerCase()),
    attributes: pairs.map(([, name = ""]) => name.toLowerCase()),
    addresses: values(["href", "src"]),
    ids: values(["id"]),
  };
}

const hostile = (n: number): string => `${n} ${"*a".repeat(200_000)}`;

/** A stopped clock on which the test expires one timer after the other, the oldest first. */
function heldTimers() {
  const running = new Set<() => void>();
  const timers: Timers = {
    after(_ms, run) {
      running.add(run);
      return () => void running.delete(run);
    },
  };
  const endOldest = async (): Promise<void> => {
    await vi.waitUntil(() => running.size > 0, { timeout: 60_000 });
    const [oldest = () => undefined] = running;
    oldest();
  };
  return { timers, endOldest };
}

const htmlIn = (answer: MarkdownAnswer): string => (typeof answer === "string" ? answer : answer.html);

describe("the rendering threads", () => {
  let desk: MarkdownWorkers;
  afterEach(() => desk.close());

  it("render, survive a text that is nested too deeply, and continue", async () => {
    desk = createMarkdownWorkers(realTimers, PATIENT);
    const answers = await Promise.all([
      desk.render("*one*"),
      desk.render("<div>".repeat(6_000)),
      desk.render("*three*"),
    ]);
    expect(answers.map(htmlIn)).toEqual(["<p><em>one</em></p>", "too_deep", "<p><em>three</em></p>"]);
  });

  it("render a short text while four heavy ones hang, because a thread over its time limit is replaced", async () => {
    const { timers, endOldest } = heldTimers();
    desk = createMarkdownWorkers(timers);
    const settled: string[] = [];
    const heavy = [1, 2, 3, 4].map(async (n) => {
      const answer = htmlIn(await desk.render(hostile(n)));
      settled.push(answer);
      return answer;
    });
    const light = desk.render("hello");
    await endOldest();
    expect(htmlIn(await light)).toBe("<p>hello</p>");
    expect(settled).toEqual(["too_slow"]);
    for (let rest = 0; rest < 3; rest += 1) await endOldest();
    expect(await Promise.all(heavy)).toEqual(["too_slow", "too_slow", "too_slow", "too_slow"]);
    expect(htmlIn(await desk.render("fine"))).toBe("<p>fine</p>");
  });

  it("refuse waiting texts when the server closes", async () => {
    desk = createMarkdownWorkers(heldTimers().timers, { threads: 1 });
    const answers = Promise.all([desk.render(hostile(1)), desk.render("hello")]);
    await desk.close();
    expect(await answers).toEqual(["too_slow", "too_slow"]);
  });
});
