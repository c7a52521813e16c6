import ArrowLeft from "lucide-react/icons/arrow-left";
import CircleCheck from "lucide-react/icons/circle-check";
import LogOut from "lucide-react/icons/log-out";
import Menu from "lucide-react/icons/menu";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ThemeToggle } from "../../ui/theme.tsx";
import { editorTexts as texts } from "./editor.texts.ts";

export interface EditorActions {
  onBack(): void;
  onCancel(): void;
  onManage(): void;
  onSaveDraft(): void;
  onPreview(): void;
  onPublish(): void;
  onLogout(): void;
}

interface EditorBarProps extends EditorActions {
  isEditing: boolean;
  isSavedShown: boolean;
  isPublishing: boolean;
  isUploading: boolean;
}

/** C4.6: appears and disappears without moving anything. */
function DraftSaved({ isShown }: { isShown: boolean }) {
  return (
    <p role="status" className="flex min-w-0 items-center gap-2 text-sm font-medium text-info">
      {isShown && (
        <>
          <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
          <span className="truncate">{texts.draftSaved}</span>
        </>
      )}
    </p>
  );
}

function MoreActions(props: EditorActions) {
  const [isOpen, setOpen] = useState(false);
  const choose = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <>
      <button
        type="button"
        aria-label={texts.more}
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-raised lg:hidden"
        onClick={() => setOpen(true)}
      >
        <Menu className="size-5" aria-hidden="true" />
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={texts.more}>
        <div className="grid gap-3">
          <Button onClick={choose(props.onSaveDraft)}>{texts.saveDraft}</Button>
          <Button onClick={choose(props.onManage)}>{texts.manage}</Button>
          <Button onClick={choose(props.onCancel)}>{texts.cancel}</Button>
          <Button onClick={choose(props.onLogout)}>{texts.logout}</Button>
        </div>
      </Dialog>
    </>
  );
}

export function PublishButton({ isEditing, isPublishing, isUploading, onPublish, className }: PublishButtonProps) {
  return (
    <Button variant="primary" isBusy={isPublishing} disabled={isUploading} onClick={onPublish} className={className}>
      {isEditing ? texts.update : texts.create}
    </Button>
  );
}
type PublishButtonProps = Pick<EditorBarProps, "isEditing" | "isPublishing" | "isUploading" | "onPublish"> & {
  className?: string;
};

export function EditorBar(props: EditorBarProps) {
  const { isSavedShown, onBack, onCancel, onManage, onSaveDraft, onPreview, onLogout } = props;
  return (
    <div className="sticky top-(--header-room) z-20 flex h-(--editor-bar) items-center gap-2 border-b border-line bg-surface px-2 md:px-4">
      <button
        type="button"
        aria-label={texts.back}
        className="flex h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2.5 text-sm font-semibold hover:bg-raised"
        onClick={onBack}
      >
        <ArrowLeft className="size-4.5" aria-hidden="true" />
        <span className="max-md:hidden">{texts.back}</span>
      </button>
      <DraftSaved isShown={isSavedShown} />
      <span className="flex-1" />
      <div className="flex items-center gap-1 max-lg:hidden">
        <Button variant="ghost" className="px-3.5 text-sm" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button variant="ghost" className="px-3.5 text-sm" onClick={onManage}>
          {texts.manage}
        </Button>
        <Button variant="ghost" className="px-3.5 text-sm" onClick={onSaveDraft}>
          {texts.saveDraft}
        </Button>
      </div>
      <Button className="px-4 text-sm" onClick={onPreview}>
        {texts.preview}
      </Button>
      <PublishButton {...props} className="px-4 text-sm max-md:hidden" />
      <ThemeToggle className="max-md:hidden" />
      <button
        type="button"
        aria-label={texts.logout}
        title={texts.logout}
        className="grid size-11 place-items-center rounded-md hover:bg-raised max-lg:hidden"
        onClick={onLogout}
      >
        <LogOut className="size-4.5" aria-hidden="true" />
      </button>
      <MoreActions {...props} />
    </div>
  );
}
