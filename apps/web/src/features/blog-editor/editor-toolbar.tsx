import type { ReactNode } from "react";
import { toolTexts } from "./editor.texts.ts";
import type { CommandName } from "./editor-commands.ts";

const tools: readonly { readonly name: CommandName; readonly sign: ReactNode }[] = [
  { name: "heading", sign: "H" },
  { name: "bold", sign: <b>B</b> },
  { name: "italic", sign: <i>I</i> },
  { name: "link", sign: "Link" },
  { name: "quote", sign: "“ ”" },
  { name: "list", sign: "List" },
  { name: "table", sign: "Table" },
  { name: "code", sign: "</>" },
  { name: "math", sign: "∑" },
  { name: "footnote", sign: "†" },
];

const TOOL =
  "grid h-11 min-w-11 shrink-0 place-items-center rounded-md px-2.5 text-sm text-muted hover:bg-raised hover:text-text";

interface EditorToolbarProps {
  onCommand(name: CommandName): void;
  onPicture(): void;
}

/** A press keeps the selection in the text. */
export function EditorToolbar({ onCommand, onPicture }: EditorToolbarProps) {
  return (
    <div role="toolbar" aria-label={toolTexts.bar} className="flex min-w-0 flex-1 overflow-x-auto">
      {tools.map(({ name, sign }) => (
        <button
          key={name}
          type="button"
          aria-label={toolTexts[name]}
          title={toolTexts[name]}
          className={TOOL}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onCommand(name)}
        >
          {sign}
        </button>
      ))}
      <button type="button" className={TOOL} onClick={onPicture}>
        {toolTexts.picture}
      </button>
    </div>
  );
}
