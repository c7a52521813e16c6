import type { Post } from "@vriddhi/contract/blog";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { DetailFields, TitleField } from "./detail-fields.tsx";
import { editorTexts as texts } from "./editor.texts.ts";
import { EditorBar, PublishButton } from "./editor-bar.tsx";
import { ManageDialog } from "./manage-dialog.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { RevisionsDialog } from "./revisions-dialog.tsx";
import { type Editor, useEditor } from "./use-editor.ts";
import { useFollowCaret } from "./use-follow-caret.ts";
import { type PreviewState, usePreview } from "./use-preview.ts";
import { WritePane } from "./write-pane.tsx";

/** Another tab's draft: both are kept until the user chooses. */
function OtherDraft({ editor: { draft, replaceFields } }: { editor: Editor }) {
  if (!draft.isOtherAside) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-b border-warn bg-raised px-5 py-3 text-sm md:px-7"
    >
      <p className="flex-1 font-medium text-warn">{texts.otherTab}</p>
      <Button
        size="sm"
        onClick={() => {
          const other = draft.takeOther();
          if (other !== null) replaceFields(other);
        }}
      >
        {texts.takeOther}
      </Button>
      <Button size="sm" variant="ghost" onClick={draft.keepThis}>
        {texts.dismiss}
      </Button>
    </div>
  );
}

type Pane = "write" | "preview";

function PaneTabs({ pane, onSelect }: { pane: Pane; onSelect(pane: Pane): void }) {
  return (
    <div className="flex gap-6 border-b border-line px-5 md:hidden">
      {(["write", "preview"] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={pane === name}
          className="-mb-px h-12 border-b-2 border-transparent font-medium text-muted aria-pressed:border-accent-text aria-pressed:text-text"
          onClick={() => onSelect(name)}
        >
          {name === "write" ? texts.write : texts.previewPane}
        </button>
      ))}
    </div>
  );
}

function LeaveDialogs({ editor, isLeaving, onStay, onLeave, onEarlier }: LeaveDialogsProps) {
  return (
    <>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={(isOpen) => !isOpen && onStay()}
        title={texts.discardTitle}
        body={texts.discardBody}
        confirmLabel={texts.discardConfirm}
        cancelLabel={texts.stay}
        onConfirm={onLeave}
      />
      <ConfirmDialog
        open={editor.isChangedElsewhere}
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          editor.setChangedElsewhere(false);
          onEarlier();
        }}
        title={texts.changedTitle}
        body={texts.changedBody}
        confirmLabel={texts.overwrite}
        cancelLabel={texts.earlier}
        onConfirm={() => {
          editor.setChangedElsewhere(false);
          void editor.publish(true);
        }}
      />
    </>
  );
}
interface LeaveDialogsProps {
  editor: Editor;
  isLeaving: boolean;
  onStay(): void;
  onLeave(): void;
  onEarlier(): void;
}

interface PanesProps {
  editor: Editor;
  preview: PreviewState;
  onPreview(): void;
}

/** As high as the window between its bars: text and preview scroll inside, and the bars stay visible. */
const PANES =
  "grid h-[calc(100dvh-var(--header-room)-var(--editor-bar)-var(--sandbox-bar-height)-7.5rem)] min-h-72 grid-cols-[minmax(0,1fr)] border-t border-line md:h-[calc(100dvh-var(--header-room)-var(--editor-bar)-var(--sandbox-bar-height))] md:min-h-96 md:grid-cols-2";

function Panes({ editor, preview, onPreview }: PanesProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const shown = useRef<HTMLDivElement>(null);
  const follow = useFollowCaret(area, shown, preview.preview);
  const [pane, setPane] = useState<Pane>("write");
  return (
    <>
      <PaneTabs pane={pane} onSelect={setPane} />
      <div className={PANES}>
        <div className={classNames("grid min-h-0 grid-cols-[minmax(0,1fr)]", pane === "preview" && "max-md:hidden")}>
          <WritePane
            content={editor.fields.content}
            error={editor.faults.content}
            area={area}
            onChange={(content) => editor.change({ content })}
            onSaveDraft={editor.saveDraft}
            onPreview={onPreview}
            onCaret={follow}
          />
        </div>
        <div className={classNames("grid min-h-0 grid-cols-[minmax(0,1fr)]", pane === "write" && "max-md:hidden")}>
          <PreviewPane state={preview} shown={shown} />
        </div>
      </div>
    </>
  );
}

type Modal =
  | { readonly kind: "none" | "preview" | "manage" | "leaving" }
  | { readonly kind: "earlier"; readonly id: string };

interface ModalsProps {
  editor: Editor;
  preview: PreviewState;
  modal: Modal;
  onModal(modal: Modal): void;
  onLeave(): void;
}

function Modals({ editor, preview, modal, onModal, onLeave }: ModalsProps) {
  const navigate = useNavigate();
  const { edited } = editor;
  const close = () => onModal({ kind: "none" });
  return (
    <>
      <PreviewDialog isOpen={modal.kind === "preview"} onClose={close} fields={editor.fields} state={preview} />
      <ManageDialog
        isOpen={modal.kind === "manage"}
        onOpenChange={(isOpen) => !isOpen && close()}
        onEdit={(id) => {
          close();
          void navigate(`/research/create?edit=${id}`);
        }}
        onEarlier={(id) => onModal({ kind: "earlier", id })}
      />
      <RevisionsDialog
        postId={modal.kind === "earlier" ? modal.id : null}
        onClose={close}
        onRestored={(restored) => restored.id === edited?.id && editor.restart(restored)}
      />
      <LeaveDialogs
        editor={editor}
        isLeaving={modal.kind === "leaving"}
        onStay={close}
        onLeave={onLeave}
        onEarlier={() => edited && onModal({ kind: "earlier", id: edited.id })}
      />
    </>
  );
}

interface BlogEditorProps {
  /** The article to change; `null`: a new one. */
  post: Post | null;
  onLogout(): Promise<void>;
}

export function BlogEditor({ post, onLogout }: BlogEditorProps) {
  const navigate = useNavigate();
  const editor = useEditor(post);
  const { edited, fields, change, draft } = editor;
  const preview = usePreview(fields.content);
  const [modal, setModal] = useState<Modal>({ kind: "none" });
  const [isUploading, setUploading] = useState(false);
  const leave = () => {
    if (editor.isChanged) draft.save();
    void navigate("/research");
  };
  const showPreview = () => setModal({ kind: "preview" });
  const publishing = { isEditing: edited !== null, isPublishing: editor.isPublishing, isUploading };
  const publish = () => void editor.publish();
  return (
    <div className="grid full-page grid-cols-[minmax(0,1fr)] content-start [--editor-bar:3.75rem]">
      <EditorBar
        {...publishing}
        isSavedShown={draft.isSavedShown}
        onBack={leave}
        onCancel={() => (editor.isChanged ? setModal({ kind: "leaving" }) : leave())}
        onManage={() => setModal({ kind: "manage" })}
        onSaveDraft={editor.saveDraft}
        onPreview={showPreview}
        onPublish={publish}
        onLogout={() => void onLogout().then(() => navigate("/"))}
      />
      <OtherDraft editor={editor} />
      <div className="px-5 pt-5 pb-4 md:px-7">
        <h1 className="sr-only">{edited === null ? texts.heading : texts.editHeading}</h1>
        <TitleField
          title={fields.title}
          slug={edited?.slug ?? null}
          error={editor.faults.title}
          onChange={(title) => change({ title })}
        />
      </div>
      <DetailFields
        fields={fields}
        change={change}
        isLater={editor.isLater}
        onLater={editor.setLater}
        onBusy={setUploading}
      />
      <Panes editor={editor} preview={preview} onPreview={showPreview} />
      <div className="sticky bottom-(--sandbox-bar-height) order-2 border-t border-line bg-surface p-3 md:hidden">
        <PublishButton {...publishing} onPublish={publish} className="w-full" />
      </div>
      <Modals editor={editor} preview={preview} modal={modal} onModal={setModal} onLeave={leave} />
    </div>
  );
}
