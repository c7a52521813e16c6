import { showToast, type ToastKind } from "../../ui/toast.tsx";

/** A2.31, A9.1 */
const TOAST_MS = 5_000;

export const sayOnAuthPage = (kind: ToastKind, sentence: string): void =>
  showToast(kind, sentence, { durationMs: TOAST_MS });
