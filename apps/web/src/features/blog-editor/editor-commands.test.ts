import { describe, expect, it } from "vitest";
import { type Command, commands, continueLine, type Replacement, type Selection } from "./editor-commands.ts";

/** `[` and `]` mark a selection, `|` a caret. */
function parse(marked: string): Selection {
  const isCaret = /\w\||^\||\s\|/.test(marked) && marked.split("|").length === 2;
  const from = marked.indexOf(isCaret ? "|" : "[");
  const text = marked.replace(isCaret ? "|" : /[[\]]/g, "");
  return { text, from, to: isCaret ? from : marked.indexOf("]") - 1 };
}

function apply(selection: Selection, change: Replacement): string {
  const text = selection.text.slice(0, change.from) + change.insert + selection.text.slice(change.to);
  const [from, to] = [change.selectFrom, change.selectTo];
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}⟦${text.slice(from, to)}⟧${text.slice(to)}`;
}

const run = (command: Command, marked: string): string => apply(parse(marked), command(parse(marked)));

describe("a tool of the editor", () => {
  it.each([
    ["marks what is selected", commands.bold, "One [two] three", "One **⟦two⟧** three"],
    ["takes its marks away again", commands.bold, "One **[two]** three", "One ⟦two⟧ three"],
    ["offers a sample where nothing is selected", commands.italic, "One |", "One *⟦italic⟧*"],
    ["begins each selected line", commands.quote, "One\n[two\nthree]", "One\n> two\n> three|"],
    ["takes the beginnings away again", commands.heading, "## Tit|le", "Title|"],
    ["makes a link and selects its address", commands.link, "See [here]", "See [here](⟦https://⟧)"],
    ["gives a part of its own an empty line", commands.code, "One|", "One\n\n```\n⟦code⟧\n```\n\n"],
    ["makes a table whose sums stand right", commands.table, "|", "| ⟦What⟧ | ₹ |\n|---|---:|\n| First | 0.00 |\n\n"],
    ["numbers a footnote after the last one", commands.footnote, "A[^2] b| c", "A[^2] b[^3] c\n\n[^3]: ⟦Note.⟧"],
    ["sets a formula", commands.math, "so [x]", "so $⟦x⟧$"],
  ])("%s", (_, command, before, after) => expect(run(command, before)).toBe(after));
});

describe("Enter", () => {
  const enter = (marked: string): string | null => {
    const change = continueLine(parse(marked));
    return change === null ? null : apply(parse(marked), change);
  };

  it.each([
    ["- one|", "- one\n- |"],
    ["  * one|", "  * one\n  * |"],
    ["9. nine|", "9. nine\n10. |"],
    ["> said|", "> said\n> |"],
    ["one\n- |", "one\n|"],
  ])("continues a list or ends it: %s", (before, after) => expect(enter(before)).toBe(after));

  it.each(["plain|", "-no list|", "|"])("is Enter elsewhere: %s", (marked) => expect(enter(marked)).toBeNull());
});
