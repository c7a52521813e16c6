import type { Replacement } from "./editor-commands.ts";

/** `execCommand` is deprecated, but only it keeps the browser's undo history; the fallback loses the history. */
export function applyReplacement(area: HTMLTextAreaElement, replacement: Replacement): void {
  const { from, to, insert, selectFrom, selectTo } = replacement;
  area.focus();
  area.setSelectionRange(from, to);
  const command = insert === "" ? "delete" : "insertText";
  const isTyped = typeof document.execCommand === "function" && document.execCommand(command, false, insert);
  if (!isTyped) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(selectFrom, selectTo);
}
