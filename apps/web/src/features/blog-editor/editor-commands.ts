export interface Selection {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly selectFrom: number;
  readonly selectTo: number;
}

export type Command = (selection: Selection) => Replacement;

const selectedOf = ({ text, from, to }: Selection): string => text.slice(from, to);

function wrap(mark: string, sample: string): Command {
  return (selection) => {
    const { text, from, to } = selection;
    const isMarked = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark;
    if (isMarked) {
      const insert = selectedOf(selection);
      const start = from - mark.length;
      return { from: start, to: to + mark.length, insert, selectFrom: start, selectTo: start + insert.length };
    }
    const inner = selectedOf(selection) || sample;
    const selectFrom = from + mark.length;
    return { from, to, insert: mark + inner + mark, selectFrom, selectTo: selectFrom + inner.length };
  };
}

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function prefixLines(prefix: string): Command {
  return ({ text, from, to }) => {
    const start = lineStart(text, from);
    const end = lineEnd(text, to);
    const lines = text.slice(start, end).split("\n");
    const isSet = lines.every((line) => line.startsWith(prefix));
    const insert = lines.map((line) => (isSet ? line.slice(prefix.length) : prefix + line)).join("\n");
    return { from: start, to: end, insert, selectFrom: start + insert.length, selectTo: start + insert.length };
  };
}

/** A block has an empty line before and after it. */
function block(write: (selected: string) => { readonly insert: string; readonly select: string }): Command {
  return (selection) => {
    const { text, from, to } = selection;
    const { insert, select } = write(selectedOf(selection));
    const before = text.slice(0, from);
    const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    const whole = `${lead}${insert}\n\n`;
    const at = from + whole.indexOf(select, lead.length);
    return { from, to, insert: whole, selectFrom: at, selectTo: at + select.length };
  };
}

const FENCE = "```";

const link: Command = (selection) => {
  const words = selectedOf(selection) || "words";
  const insert = `[${words}](https://)`;
  const at = selection.from + words.length + 3;
  return { from: selection.from, to: selection.to, insert, selectFrom: at, selectTo: at + "https://".length };
};

const footnote: Command = ({ text, from, to }) => {
  const used = [...text.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
  const number = Math.max(0, ...used) + 1;
  const rest = text.slice(to).replace(/\s+$/, "");
  const note = "Note.";
  const insert = `${text.slice(from, to)}[^${number}]${rest}\n\n[^${number}]: ${note}`;
  const end = from + insert.length;
  return { from, to: text.length, insert, selectFrom: end - note.length, selectTo: end };
};

export const commands = {
  heading: prefixLines("## "),
  bold: wrap("**", "bold"),
  italic: wrap("*", "italic"),
  link,
  quote: prefixLines("> "),
  list: prefixLines("- "),
  table: block((selected) => ({
    insert: `| ${selected || "What"} | ₹ |\n|---|---:|\n| First | 0.00 |`,
    select: selected || "What",
  })),
  code: block((selected) => ({ insert: `${FENCE}\n${selected || "code"}\n${FENCE}`, select: selected || "code" })),
  math: wrap("$", "x^2"),
  footnote,
} as const satisfies Readonly<Record<string, Command>>;
export type CommandName = keyof typeof commands;

/** With Ctrl, on a Mac with ⌘. */
export const shortcuts: Readonly<Record<string, CommandName>> = { b: "bold", i: "italic", k: "link", e: "code" };

/** Enter in a list or a quotation continues it; in an empty line it ends the list. */
export function continueLine({ text, from, to }: Selection): Replacement | null {
  if (from !== to) return null;
  const start = lineStart(text, from);
  const match = /^(\s*)([-*+]|\d+\.|>)(\s+)/.exec(text.slice(start, from));
  if (match === null) return null;
  const [lead = "", indent = "", mark = "", gap = ""] = match;
  if (start + lead.length === from && lineEnd(text, from) === from)
    return { from: start, to: from, insert: "", selectFrom: start, selectTo: start };
  const number = Number.parseInt(mark, 10);
  const next = `\n${indent}${Number.isNaN(number) ? mark : `${number + 1}.`}${gap}`;
  const at = from + next.length;
  return { from, to, insert: next, selectFrom: at, selectTo: at };
}
