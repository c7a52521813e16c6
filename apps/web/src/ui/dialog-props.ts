import type { ReactNode } from "react";

export interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** A blocking dialog has no way out but its own actions. */
  isBlocking?: boolean;
  /** For content that is read rather than decided: a preview, a list. */
  isWide?: boolean;
  /** Replaces the sentence that the dialog's code did not load. */
  onMissing?(): void;
}
