import type { Replacement } from "./editor-commands.ts";

/**
 * Types the replacement like a user, so that the browser's undo works. The command is the only way
 * to do so; where a browser no longer supports it, the text is set and the undo history restarts.
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
