import type { Replacement } from "./editor-commands.ts";

/**
 * Types the replacement as a person would, so that the browser's own undo takes it back. The command is the only way
 * to do so; where a browser no longer knows it, the text is set and undo begins anew.
 */
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
