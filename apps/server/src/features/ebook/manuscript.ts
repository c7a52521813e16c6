interface TextBlock {
  readonly kind: "paragraph" | "subheading" | "point" | "example";
  readonly text: string;
}

export interface FigureBlock {
  readonly kind: "figure";
  readonly name: string;
  readonly text: string;
}

export type Block = TextBlock | FigureBlock;

export interface Manuscript {
  readonly title: string;
  readonly subtitle: string;
  readonly chapters: readonly { readonly heading: string; readonly blocks: readonly Block[] }[];
}

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(" ");

const FIGURE = /^\[figure (\w+)\] (.+)$/s;

function toBlock(text: string): Block {
  const lines = text.split("\n");
  const [, name, caption] = FIGURE.exec(joined(lines)) ?? [];
  if (name !== undefined && caption !== undefined) return { kind: "figure", name, text: caption };
  if (text.startsWith("### ")) return { kind: "subheading", text: text.slice(4) };
  if (text.startsWith("- ")) return { kind: "point", text: joined(lines).slice(2) };
  if (text.startsWith("    ")) return { kind: "example", text: lines.map((line) => line.slice(4)).join("\n") };
  return { kind: "paragraph", text: joined(lines) };
}

/** `# title`, subtitle, `## chapter`, `### subheading`, `- point`, `[figure name] caption`, indented example. */
export function parseManuscript(text: string): Manuscript {
  const [head = "", ...chapters] = text.trim().split(/^## /m);
  const [title = "", ...subtitle] = head.trim().split("\n");
  return {
    title: title.replace(/^# /, ""),
    subtitle: joined(subtitle.filter((line) => line.trim() !== "")),
    chapters: chapters.map((chapter) => {
      const [heading = "", ...rest] = chapter.split("\n");
      const blocks = rest
        .join("\n")
        .split(/\n\s*\n/)
        .map((block) => block.replace(/^\n+|\s+$/g, ""));
      return { heading: heading.trim(), blocks: blocks.filter((block) => block !== "").map(toBlock) };
    }),
  };
}
