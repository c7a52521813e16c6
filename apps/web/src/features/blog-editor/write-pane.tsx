import { IMAGE_TYPES } from "@vriddhi/core/blog/blog-limits";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useRef } from "react";
import { FieldError } from "../../ui/field-error.tsx";
import { showToast } from "../../ui/toast.tsx";
import { applyReplacement } from "./apply-replacement.ts";
import { editorTexts as texts, uploadTexts } from "./editor.texts.ts";
import {
  type Command,
  type CommandName,
  commands,
  continueLine,
  type Selection,
  shortcuts,
} from "./editor-commands.ts";
import { EditorToolbar } from "./editor-toolbar.tsx";
import { uploadImage } from "./upload-image.ts";

const selectionOf = (area: HTMLTextAreaElement): Selection => ({
  text: area.value,
  from: area.selectionStart,
  to: area.selectionEnd,
});

const picturesIn = (files: FileList | undefined): readonly File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith("image/"));

/** Two pictures of one name are distinguished by their turn. */
let uploads = 0;

/** A placeholder marks the place while the picture uploads, and is replaced wherever the text has moved it. */
async function insertPicture(area: HTMLTextAreaElement, file: File): Promise<void> {
  uploads += 1;
  const mark = `![${uploadTexts.inText(file.name.replaceAll(/[[\]()<>]/g, "") || "picture")} ${uploads}]()`;
  const { from, to } = selectionOf(area);
  applyReplacement(area, { from, to, insert: mark, selectFrom: from + mark.length, selectTo: from + mark.length });
  const outcome = await uploadImage(file, () => undefined);
  if (!outcome.success) showToast("error", outcome.error);
  const at = area.value.indexOf(mark);
  if (at === -1) return;
  const insert = outcome.success ? `![](${outcome.url})` : "";
  const caret = at + (outcome.success ? 2 : 0);
  applyReplacement(area, { from: at, to: at + mark.length, insert, selectFrom: caret, selectTo: caret });
}

async function insertPictures(area: HTMLTextAreaElement, files: readonly File[]): Promise<void> {
  for (const file of files) await insertPicture(area, file);
}

interface Keys {
  onSaveDraft(): void;
  onPreview(): void;
}

const run = (area: HTMLTextAreaElement, command: Command): void => applyReplacement(area, command(selectionOf(area)));

/** True: the key was handled. */
function pressWithControl(area: HTMLTextAreaElement, key: string, { onSaveDraft, onPreview }: Keys): boolean {
  const name = shortcuts[key];
  if (name !== undefined) run(area, commands[name]);
  else if (key === "s") onSaveDraft();
  else if (key === "enter") onPreview();
  else return false;
  return true;
}

function onKey(event: KeyboardEvent<HTMLTextAreaElement>, keys: Keys): void {
  const area = event.currentTarget;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
    if (pressWithControl(area, key, keys)) event.preventDefault();
    return;
  }
  const next =
    key === "enter" && !event.shiftKey && !event.nativeEvent.isComposing ? continueLine(selectionOf(area)) : null;
  if (next === null) return;
  event.preventDefault();
  applyReplacement(area, next);
}

interface WritePaneProps extends Keys {
  content: string;
  error: string | undefined;
  area: RefObject<HTMLTextAreaElement | null>;
  onChange(content: string): void;
  onCaret(): void;
}

export function WritePane({ content, error, area, onChange, onSaveDraft, onPreview, onCaret }: WritePaneProps) {
  const picker = useRef<HTMLInputElement>(null);
  const take = (files: FileList | undefined, event: ClipboardEvent | DragEvent) => {
    const pictures = picturesIn(files);
    if (pictures.length === 0 || area.current === null) return;
    event.preventDefault();
    void insertPictures(area.current, pictures);
  };
  const command = (name: CommandName) => area.current && run(area.current, commands[name]);
  return (
    <section
      aria-labelledby="write-heading"
      className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] bg-surface"
    >
      <header className="flex min-h-13 min-w-0 items-center gap-3 border-b border-line px-2 md:px-5">
        <h2 id="write-heading" className="text-sm font-semibold max-lg:sr-only">
          {texts.write}
        </h2>
        <EditorToolbar onCommand={command} onPicture={() => picker.current?.click()} />
        <output className="ml-auto shrink-0 text-sm text-muted">{texts.characters(content.length)}</output>
        <input
          ref={picker}
          type="file"
          accept={IMAGE_TYPES.join(",")}
          hidden
          onChange={(event) => {
            if (area.current !== null) void insertPictures(area.current, [...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </header>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
        <textarea
          ref={area}
          name="content"
          aria-labelledby="write-heading"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "content-error" : undefined}
          value={content}
          placeholder={texts.placeholder}
          spellCheck
          className="h-full w-full resize-none bg-surface px-5 py-5 font-mono text-[0.9375rem]/6.5 outline-none placeholder:text-muted focus-visible:shadow-[inset_0_2px_0_var(--focus)] md:px-7"
          onChange={(event) => onChange(event.target.value)}
          onSelect={onCaret}
          onKeyDown={(event) => onKey(event, { onSaveDraft, onPreview })}
          onPaste={(event) => take(event.clipboardData?.files, event)}
          onDrop={(event) => take(event.dataTransfer?.files, event)}
        />
        {error && (
          <div className="px-5 pb-4 md:px-7">
            <FieldError id="content-error">{error}</FieldError>
          </div>
        )}
      </div>
    </section>
  );
}
