import type { ReactNode } from "react";
import { lazyPart } from "../lib/lazy-part.ts";
import { siteTexts } from "../texts/site.texts.ts";
import { Button } from "./button.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { showToast } from "./toast.tsx";

/** The focus trap and the scroll lock weigh as much as a small page: they load with the first dialog. */
const dialogWindow = lazyPart(async () => (await import("./dialog-window.tsx")).DialogWindow);

/** For dialogs that must open without waiting for their code. */
export const prepareDialogs = dialogWindow.prepare;

/** A sheet from below on a phone, a card in the middle elsewhere. If its code does not load it says so and closes. */
export function Dialog(props: DialogProps) {
  const Window = dialogWindow.usePart(props.open, () => {
    if (props.onMissing) return props.onMissing();
    showToast("error", siteTexts.partMissing);
    if (!props.isBlocking) props.onOpenChange(false);
  });
  return Window && <Window {...props} />;
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  body: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: "primary" | "danger";
  isBusy?: boolean;
  onConfirm(): void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, body, confirmLabel, cancelLabel = "Cancel", tone = "primary", isBusy } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={body}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={tone} isBusy={isBusy ?? false} onClick={props.onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
