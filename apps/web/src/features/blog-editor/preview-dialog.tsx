import { epochMs } from "@vriddhi/core/time/clock";
import { formatIstLongDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { DraftFields } from "./draft-store.ts";
import { editorTexts as texts } from "./editor.texts.ts";
import { PreviewBody } from "./preview-pane.tsx";
import type { PreviewState } from "./use-preview.ts";

interface PreviewDialogProps {
  isOpen: boolean;
  onClose(): void;
  fields: DraftFields;
  state: PreviewState;
}

export function PreviewDialog({ isOpen, onClose, fields, state }: PreviewDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && onClose()}
      title={texts.previewTitle}
      isWide
      footer={<Button onClick={onClose}>{texts.continueEditing}</Button>}
    >
      <article className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <h3 className="text-2xl font-semibold">{fields.title.trim() || texts.untitled}</h3>
        <p className="text-sm text-muted">{formatIstLongDate(epochMs(Date.now()))}</p>
        {fields.featuredImage !== null && (
          <img src={fields.featuredImage} alt={fields.imageAlt} className="w-full rounded-lg border border-line" />
        )}
        <div className="min-w-0">
          <PreviewBody state={state} />
        </div>
      </article>
    </Dialog>
  );
}
