import { showToast, type ToastKind } from "../../ui/toast.tsx";

/** A2.31, A9.1 */
const TOAST_MS = 5_000;

/** Fetches the toaster while there is a connection, so that its loss can be told too. */
export const prepareToasts = (): void => void import("../../ui/toast-stack.tsx").catch(() => undefined);

export const sayOnAuthPage = (kind: ToastKind, sentence: string): void =>
  showToast(kind, sentence, { durationMs: TOAST_MS });
