import type { Replacement } from "./editor-commands.ts";

/** Only this command keeps the browser's undo; where it is not supported, the text is set and the history restarts. */
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
